import type { UserGroupId, UserId } from '../../kit/ids.ts'
import type { User } from '../../platform/model/user.ts'
import type { RepositorySettings } from './repository.ts'

/** Settings with the people and groups they speak of, as far as they are still there. */
export interface ShownSettings {
  readonly settings: RepositorySettings
  readonly users: ReadonlyMap<UserId, User>
  readonly groups: ReadonlyMap<UserGroupId, { readonly name: string }>
}
