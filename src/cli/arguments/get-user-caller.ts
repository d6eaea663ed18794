import type { Member } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { User } from '../../site/model/user.ts'
import { findAccount } from '../../site/store/accounts.ts'

/** Returns the user as the caller of a command, with their permissions; throws if they cannot sign in. */
export async function getUserCaller(world: Pick<World, 'db' | 'cache'>, user: User): Promise<Member> {
  if (user.status !== 'A' && user.status !== 'R')
    throw new Refusal('invalid', `The account ${user.login} is not active`)
  const account = await findAccount(world, user.id)
  if (account === undefined) throw new Error(`The account ${user.login} does not exist`)
  return account.writing
}
