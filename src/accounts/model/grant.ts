import type { SitePermission } from '../../kit/values/caller.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'

/** A site-wide permission of a user or a static group. */
export interface Grant {
  readonly permission: SitePermission
  readonly to: { readonly user: UserId } | { readonly group: UserGroupId }
}

/** Returns the grantee of a request; undefined unless it names exactly one. */
export function parseGrantee(input: { user_id?: UserId; user_group_id?: UserGroupId }): Grant['to'] | undefined {
  const { user_id: user, user_group_id: group } = input
  if (user !== undefined && group === undefined) return { user }
  return group !== undefined && user === undefined ? { group } : undefined
}
