import type { Static } from 'typebox'
import { sitePermissions } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Grant } from '../model/grant.ts'
import type { User } from '../model/user.ts'

export const GrantRepresentation = Type.Object(
  {
    permission: Type.Enum([...sitePermissions]),
    user_id: Type.Union([Type.Integer(), Type.Null()]),
    user_group_id: Type.Union([Type.Integer(), Type.Null()]),
    /** Login of the user, or name of the group. */
    name: Type.String(),
  },
  { title: 'SitePermission', additionalProperties: false },
)

export function representGrant(
  { permission, to }: Grant,
  users: ReadonlyMap<UserId, Pick<User, 'login'>>,
  groups: ReadonlyMap<UserGroupId, { readonly name: string }>,
): Static<typeof GrantRepresentation> {
  if ('user' in to) return { permission, user_id: to.user, user_group_id: null, name: users.get(to.user)?.login ?? '' }
  return { permission, user_id: null, user_group_id: to.group, name: groups.get(to.group)?.name ?? '' }
}
