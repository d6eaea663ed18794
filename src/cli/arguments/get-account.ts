import type { User } from '../../accounts/model/user.ts'
import { findUserByLogin } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { World } from '../../world/model/world.ts'

/** Returns the account with a login; throws if there is none. */
export async function getAccount({ db }: Pick<World, 'db'>, login: string): Promise<User> {
  const user = await findUserByLogin(db.read, login)
  if (user === undefined) throw new Refusal('absent', `No account named "${login}"`)
  return user
}
