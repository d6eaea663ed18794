import { type Condition, isTextSearch, matchAll } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { matching } from '../store/matching.ts'
import { both } from '../store/open-status.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import { loadNextIds, type WalkStep } from '../store/walk.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'

/** Returns the next ids of visible artifacts of a tracker that match a condition. */
export async function walkArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  tracker: Tracker,
  where: Condition | undefined,
  step: WalkStep,
): Promise<ArtifactId[]> {
  const visible = buildVisibilityCondition(await loadAccessibleTrackers(world, caller, [tracker]))
  const hasCondition = where !== undefined && where !== matchAll
  const { read, longRead: aside } = world.db
  return loadNextIds(
    hasCondition && isTextSearch(where) ? aside : read,
    hasCondition ? both(visible, matching(where)) : visible,
    step,
  )
}
