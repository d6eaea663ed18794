import { type Condition, isTextSearch, matchAll } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { matchingVisible } from '../store/matching.ts'
import { loadNextIds, type WalkStep } from '../store/walk.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Returns the next ids of visible artifacts of a tracker that match a condition. */
export async function walkArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  tracker: Tracker,
  where: Condition = matchAll,
  step: WalkStep,
): Promise<ArtifactId[]> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const { read, longRead } = world.db
  return loadNextIds(isTextSearch(where) ? longRead : read, matchingVisible(accessible, where), step)
}
