import { type Condition, matchAll } from '../../fields/model/condition.ts'
import { isSummable } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import { roundSum } from '../model/summand.ts'
import { loadFieldSums } from '../store/field-sums.ts'
import { matchingVisible } from '../store/matching.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { chooseExecutor } from './choose-executor.ts'

interface FieldSum {
  readonly fieldId: FieldId
  /** null: no artifact has a number there. */
  readonly sum: number | null
}

/** Returns the sum of each number field that the caller can read, over the matching artifacts that the caller sees. */
export async function sumFields(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  where: Condition = matchAll,
): Promise<readonly FieldSum[]> {
  const fields = filterReadableFields(caller, tracker).filter(isSummable)
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const { reader } = await chooseExecutor(world, accessible, where)
  const ids = fields.map(({ id }) => id)
  const sums = await loadFieldSums(reader, matchingVisible(accessible, where), ids)
  return ids.map((fieldId) => ({ fieldId, sum: roundSum(sums.get(fieldId) ?? Number.NaN) }))
}
