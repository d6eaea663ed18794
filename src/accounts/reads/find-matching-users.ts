import type { World } from '../../world/model/world.ts'
import type { User } from '../model/user.ts'
import type { UserQuery } from '../model/user-query.ts'
import { searchUsers } from '../store/user-search.ts'
import { findUserByLogin, loadUsers, loadUsersByEmail } from '../store/users.ts'

/** Returns one page of accounts by text, or the few that match exactly (docs/api/users.md §3). */
export async function findMatchingUsers(
  { db }: Pick<World, 'db'>,
  query: UserQuery,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly users: readonly User[]; readonly size: number }> {
  switch (query.by) {
    case 'login': {
      const user = await findUserByLogin(db.read, query.login)
      return exactPage(user === undefined ? [] : [user])
    }
    case 'email':
      return exactPage(await loadUsersByEmail(db.read, query.email))
    case 'text': {
      const { ids, size } = await searchUsers(db.read, query.text, page)
      const users = await loadUsers(db.read, ids)
      return { users: ids.flatMap((id) => users.get(id) ?? []), size }
    }
    default:
      return query satisfies never
  }
}

// An exact search ignores the page.
const exactPage = (users: readonly User[]) => ({ users, size: users.length })
