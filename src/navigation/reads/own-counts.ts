import { countAssignedArtifacts } from '../../artifacts/reads/user-artifacts.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import { listInbox } from '../../notifications/reads/list-inbox.ts'
import type { World } from '../../world/model/world.ts'
import type { OwnCounts } from '../model/navigation.ts'

const noItems = { limit: 0, offset: 0 }

/** Returns the numbers of items that wait for the caller; null for visitors. */
export async function loadOwnCounts(world: Pick<World, 'db' | 'cache'>, caller: Caller): Promise<OwnCounts | null> {
  const user = getUserId(caller)
  if (user === null) return null
  const [assigned, { unread }] = await Promise.all([
    countAssignedArtifacts(world, caller, user),
    listInbox(world, caller, user, 'unread', noItems),
  ])
  return { assigned, unread }
}
