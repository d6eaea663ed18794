import type { User } from '../../accounts/model/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../model/change.ts'

/** Loads the authors of changes. */
export const loadUsersOfChanges = (
  { db }: Pick<World, 'db'>,
  changes: readonly LoggedChange[],
): Promise<Map<UserId, User>> => loadUsers(db.read, [...new Set(changes.flatMap(({ userId }) => userId ?? []))])
