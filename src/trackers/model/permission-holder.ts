import type { User } from '../../accounts/model/user.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'

/** What decides about the permissions of a user on a tracker and its fields, besides the permissions themselves. */
export interface PermissionHolder {
  /** null: a visitor. */
  readonly user: User | null
  /** Those of the groups that have or can have permissions that the user is in. */
  readonly groups: readonly UserGroupId[]
  /** The user administers the tracker whatever its permissions. */
  readonly isAdministrator: boolean
  readonly readsAllFields: boolean
  readonly changesAllFields: boolean
  readonly isActive: boolean
  readonly hasProjectAccess: boolean
}
