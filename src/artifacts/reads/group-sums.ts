import type { Condition } from '../../fields/model/condition.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { FieldSum } from '../model/summand.ts'
import { keyOfOpenValue } from '../store/open-choices.ts'
import type { ArtifactGroup } from './artifact-groups.ts'
import { sumFieldsByKey, sumFieldsByValue } from './field-sums.ts'
import type { KeyedGroup } from './keyed-groups.ts'
import type { Grouping } from './resolve-grouping.ts'

/** Returns a function that returns the sums of the number fields of a group. */
export async function sumFieldsByGroup(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  grouping: Grouping,
  where: Condition | undefined,
): Promise<(group: ArtifactGroup & Partial<KeyedGroup>) => readonly FieldSum[]> {
  if (grouping.kind === 'list') {
    const sumsOf = await sumFieldsByValue(world, caller, tracker, grouping.field, where)
    return ({ valueId, openValue }) => sumsOf(openValue ? keyOfOpenValue(openValue.id) : (valueId ?? NO_VALUE))
  }
  const sumsOf = await sumFieldsByKey(world, caller, tracker, grouping.by, where)
  return ({ number = null }) => sumsOf(number)
}
