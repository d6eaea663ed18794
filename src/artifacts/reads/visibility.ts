import type { Condition } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getCachedTrackers, loadAllTrackerIds } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { refersToOtherArtifacts, restrictToVisible } from '../model/visible-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Loads the trackers of all projects in which the caller sees artifacts. */
export async function loadAllAccessible(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
): Promise<AccessibleTracker[]> {
  const trackers = await getCachedTrackers(world, await loadAllTrackerIds(world.db.read))
  const accessible = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  return accessible.filter(({ access }) => access !== 'none')
}

/** Restricts a condition to the caller: artifacts that they do not see do not exist for it. */
export const restrictToCaller = async (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  condition: Condition,
): Promise<Condition> =>
  refersToOtherArtifacts(condition) ? restrictToVisible(condition, await loadAllAccessible(world, caller)) : condition
