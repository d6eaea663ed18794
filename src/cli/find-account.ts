import { Refusal } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import type { User } from '../platform/model/user.ts'
import { lookForUserByLogin } from '../platform/store/users.ts'

/** The account an operator named. */
export async function findAccount({ db }: Pick<World, 'db'>, login: string): Promise<User> {
  const user = await lookForUserByLogin(db.read, login)
  if (user === undefined) throw new Refusal('absent', `There is no account ${login}`)
  return user
}
