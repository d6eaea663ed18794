import type { SitePermission } from '../../kit/caller.ts'
import type { UserGroupId, UserId } from '../../kit/ids.ts'

/** A permission over the whole site, given to one person or to a static group. */
export interface Grant {
  readonly permission: SitePermission
  readonly to: { readonly user: UserId } | { readonly group: UserGroupId }
}

/** Whom a client named; undefined unless it named exactly one. */
export function parseGrantee(sent: { user_id?: UserId; user_group_id?: UserGroupId }): Grant['to'] | undefined {
  const { user_id: user, user_group_id: group } = sent
  if (user !== undefined && group === undefined) return { user }
  return group !== undefined && user === undefined ? { group } : undefined
}
