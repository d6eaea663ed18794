import { type Caller, userIdOf } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { User } from '../model/user.ts'
import { accountOf } from '../store/accounts.ts'

/** The account the caller signed in with. */
export async function ownAccount(world: Pick<World, 'db' | 'memory'>, caller: Caller): Promise<User> {
  const id = userIdOf(caller)
  const account = id === null ? undefined : await accountOf(world, id)
  if (account === undefined) throw new Refusal('unauthenticated')
  return account.user
}
