import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsOpenChoices, isSummable } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import type { GroupKey } from '../model/group-key.ts'
import { type FieldSum, roundSum } from '../model/summand.ts'
import { loadFieldSums, loadGroupSums, loadKeyedSums, loadOpenGroupSums } from '../store/field-sums.ts'
import { prepareVisibleQuery } from './visible-query.ts'

type Deps = Pick<World, 'db' | 'cache' | 'idSets'>

/** Returns the sum of each number field that the caller can read, over the matching artifacts that the caller sees. */
export async function sumFields(
  world: Deps,
  caller: Caller,
  tracker: Tracker,
  where: Condition = matchAll,
): Promise<readonly FieldSum[]> {
  const ids = listSummedFields(caller, tracker)
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const sums = await loadFieldSums(reader, condition, ids)
  return toFieldSums(ids, sums)
}

/**
 * Returns a function that returns the same sums of the artifacts with one value of a list field, by the id of the value;
 * NO_VALUE: of those without a value. Values that users added to an open list have the key `keyOfOpenValue`.
 */
export async function sumFieldsByValue(
  world: Deps,
  caller: Caller,
  tracker: Tracker,
  list: Field,
  where: Condition = matchAll,
): Promise<(valueId: number) => readonly FieldSum[]> {
  const ids = listSummedFields(caller, tracker)
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const load = holdsOpenChoices(list) ? loadOpenGroupSums : loadGroupSums
  const sums = await load(reader, condition, list.id, ids)
  return (valueId) => toFieldSums(ids, sums.get(valueId))
}

/** Returns the same function for groups by a key, by its number; null: of artifacts that have none. */
export async function sumFieldsByKey(
  world: Deps,
  caller: Caller,
  tracker: Tracker,
  key: GroupKey,
  where: Condition = matchAll,
): Promise<(number: number | null) => readonly FieldSum[]> {
  const ids = listSummedFields(caller, tracker)
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const sums = await loadKeyedSums(reader, condition, key, ids)
  return (number) => toFieldSums(ids, sums.get(number))
}

const listSummedFields = (caller: Caller, tracker: Tracker): readonly FieldId[] =>
  filterReadableFields(caller, tracker)
    .filter(isSummable)
    .map(({ id }) => id)

const toFieldSums = (ids: readonly FieldId[], sums: ReadonlyMap<FieldId, number> = new Map()): readonly FieldSum[] =>
  ids.map((fieldId) => ({ fieldId, sum: roundSum(sums.get(fieldId) ?? Number.NaN) }))
