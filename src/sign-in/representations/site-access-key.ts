import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { representUser, UserRepresentation } from '../../accounts/representations/user.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { AccessKey } from '../model/access-key.ts'
import { AccessKeyRepresentation, representAccessKey } from './access-key.ts'

export const SiteAccessKeyRepresentation = Type.Object(
  { ...AccessKeyRepresentation.properties, owner: UserRepresentation },
  { title: 'SiteAccessKey', additionalProperties: false },
)
export type SiteAccessKeyRepresentation = Static<typeof SiteAccessKeyRepresentation>

export const representSiteAccessKey = (
  key: AccessKey,
  owner: User | null,
  viewer: Viewer,
): SiteAccessKeyRepresentation => ({ ...representAccessKey(key, viewer), owner: representUser(owner, viewer) })
