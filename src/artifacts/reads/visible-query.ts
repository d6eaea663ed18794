import type { Reader } from '../../database/db/db.ts'
import type { Condition } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { matchingVisible } from '../store/matching.ts'
import type { ArtifactCondition } from '../store/visibility-condition.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { chooseExecutor } from './choose-executor.ts'

/** What SQL for the artifacts of a tracker that match and that the caller sees needs: where it runs, and its condition. */
export async function prepareVisibleQuery(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  where: Condition,
): Promise<{ readonly reader: Reader; readonly condition: ArtifactCondition }> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const { reader } = await chooseExecutor(world, accessible, where)
  return { reader, condition: matchingVisible(accessible, where) }
}
