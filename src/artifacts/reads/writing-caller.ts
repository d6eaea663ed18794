import { findAccount } from '../../accounts/store/accounts.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'

/** Returns the caller of a read as the caller of a write: a read-only administrator has fewer permissions there. */
export async function loadWritingCaller(world: Pick<World, 'db' | 'cache'>, caller: Caller): Promise<Caller> {
  if (caller.kind !== 'member' || !caller.isSiteAdministrator) return caller
  return (await findAccount(world, caller.id))?.writing ?? caller
}
