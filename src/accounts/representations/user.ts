import type { Static, TSchema } from 'typebox'
import { NONE_USER } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { formatDisplayName } from '../model/display-name.ts'
import type { User } from '../model/user.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const minimal = {
  id: nullable(Type.Integer()),
  uri: nullable(Type.String()),
  user_url: nullable(Type.String()),
  real_name: nullable(Type.String()),
  display_name: Type.String(),
  username: nullable(Type.String()),
  ldap_id: nullable(Type.String()),
  avatar_url: Type.String(),
  is_anonymous: Type.Boolean(),
  has_avatar: Type.Boolean(),
}

export const MinimalUserRepresentation = Type.Object(minimal, { title: 'MinimalUser', additionalProperties: false })
export type MinimalUserRepresentation = Static<typeof MinimalUserRepresentation>

export const UserRepresentation = Type.Object(
  { ...minimal, email: nullable(Type.String()), status: nullable(Type.String()) },
  { title: 'User', additionalProperties: false },
)
export type UserRepresentation = Static<typeof UserRepresentation>

/**
 * Serializes a user for anonymous callers and inside artifacts (docs/api/users.md §1); null is the anonymous user, with
 * an email address if known.
 */
export function representMinimalUser(
  user: User | null,
  viewer: Viewer,
  email: string | null = null,
): MinimalUserRepresentation {
  if (user === null) return anonymousUser(viewer, email)
  return {
    id: user.id,
    uri: `users/${user.id}`,
    user_url: `/users/${encodeURIComponent(user.login)}`,
    real_name: user.realName,
    display_name: formatDisplayName(user, nameStyleOf(viewer)),
    username: user.login,
    ldap_id: user.ldapId,
    ...pictureOf(user, viewer),
  }
}

/**
 * Serializes a user for authenticated callers (docs/api/users.md §1); anonymous callers get it inside artifacts,
 * without the email address.
 */
export const representUser = (user: User | null, viewer: Viewer): UserRepresentation => ({
  ...representMinimalUser(user, viewer),
  email: filterEmail(viewer, user?.email ?? null),
  status: user?.status ?? null,
})

/** Email addresses are visible only to authenticated callers (decision 0009). */
export const filterEmail = ({ caller }: Viewer, email: string | null): string | null =>
  caller.kind === 'anonymous' ? null : email

const anonymousUser = (viewer: Viewer, email: string | null): MinimalUserRepresentation => ({
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: filterEmail(viewer, email) ?? 'Anonymous user',
  username: null,
  ldap_id: null,
  avatar_url: defaultAvatar(viewer),
  is_anonymous: true,
  has_avatar: true,
})

const nameStyleOf = ({ caller }: Viewer) => (caller.kind === 'member' ? caller.nameStyle : 'real-login')

/**
 * The picture is drawn from the real name, so only a user with one has it (docs/api/users.md §1); "None" is not a user.
 */
function pictureOf({ id, login, realName }: User, viewer: Viewer) {
  const hasAvatar = id !== NONE_USER && realName !== ''
  return {
    avatar_url: hasAvatar ? `${viewer.origin}/users/${encodeURIComponent(login)}/avatar.png` : defaultAvatar(viewer),
    is_anonymous: false,
    has_avatar: hasAvatar,
  }
}

const defaultAvatar = ({ origin }: Viewer): string => `${origin}/themes/common/images/avatar_default.png`
