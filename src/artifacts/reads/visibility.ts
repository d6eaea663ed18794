import type { Condition } from '../../fields/condition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { allTrackerIds, trackersOf } from '../../trackers/store/trackers.ts'
import type { AccessibleTracker } from '../model/tracker-access.ts'
import { refersToOtherArtifacts, restrictToVisible } from '../model/visible-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Where the caller sees anything at all, in whatever project. */
async function loadAllAccessible(world: Pick<World, 'db' | 'cache'>, caller: Caller): Promise<AccessibleTracker[]> {
  const trackers = await trackersOf(world, await allTrackerIds(world.db.read))
  const accessible = await loadAccessibleTrackers(world, caller, [...trackers.values()])
  return accessible.filter(({ access }) => access !== 'none')
}

/** The condition as the caller asks it: artifacts that he does not see are not there for it. */
export const restrictToCaller = async (
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  condition: Condition,
): Promise<Condition> =>
  refersToOtherArtifacts(condition) ? restrictToVisible(condition, await loadAllAccessible(world, caller)) : condition
