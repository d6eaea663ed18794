import type { UserRepresentation } from '../../../src/accounts/representations/user.ts'
import { texts } from '../texts/texts.ts'
import { readResource } from './client.ts'
import { Failure } from './failure.ts'

export type FoundUser = UserRepresentation & { readonly id: number }

const words = texts.projectAdmin.members

/** Finds the account with exactly this login or email address; otherwise fails at the field `person`. */
export async function findUser(text: string): Promise<FoundUser> {
  const query = text.trim()
  const byLogin = await searchUsers({ username: query })
  const users = byLogin.length > 0 || !query.includes('@') ? byLogin : await searchUsers({ email: query })
  const [user] = users
  if (users.length > 1) throw new Failure(words.several(query), 400, { field: 'person' })
  if (user === undefined || user.id === null) throw new Failure(words.unknown(query), 404, { field: 'person' })
  return { ...user, id: user.id }
}

const searchUsers = (by: { readonly username: string } | { readonly email: string }): Promise<UserRepresentation[]> =>
  readResource<UserRepresentation[]>('/users', { query: JSON.stringify(by), limit: 2 })
