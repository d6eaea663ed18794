import type { User } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Member } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'

/** Returns the user as the caller of a command, with their permissions; throws if they cannot sign in. */
export async function getUserCaller(world: Pick<World, 'db' | 'cache'>, user: User): Promise<Member> {
  if (user.status !== 'A' && user.status !== 'R')
    throw new Refusal('invalid', `The account ${user.login} is not active`)
  const account = await findAccount(world, user.id)
  if (account === undefined) throw new Error(`The account ${user.login} does not exist`)
  return account.writing
}
