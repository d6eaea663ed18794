import type { User } from '../../accounts/model/user.ts'
import type { UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { RepositorySettings } from './repository.ts'

/** Settings with the existing users and groups they refer to. */
export interface SettingsWithPrincipals {
  readonly settings: RepositorySettings
  readonly users: ReadonlyMap<UserId, User>
  readonly groups: ReadonlyMap<UserGroupId, { readonly name: string }>
}
