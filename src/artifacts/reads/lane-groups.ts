import { matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsChoice } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { getPairKey, loadLanePages } from '../store/artifact-groups.ts'
import { type ArtifactGroup, type ArtifactGroupsQuery, loadVersions } from './artifact-groups.ts'
import { getReadableField } from './grouping-field.ts'
import { loadGroupingValues } from './grouping-values.ts'
import { prepareVisibleQuery } from './visible-query.ts'

/** Maximum number of columns of all lanes. */
const maxCells = 400

/** The artifacts of a lane in a column. */
export interface LaneGroup extends ArtifactGroup {
  /** Value of the field of the lanes; NO_VALUE: the artifacts without a value */
  readonly laneId: number
}

interface LanesQuery extends ArtifactGroupsQuery {
  /** the field of the columns */
  readonly field: Field
  /** the field of the lanes */
  readonly lanes: Field
}

/** Returns the field of lanes: another list than that of the columns, and both hold one value at most. */
export function getLaneField(caller: Caller, tracker: Tracker, field: Field, id: number): Field {
  const lanes = getReadableField(caller, tracker, id)
  for (const each of [field, lanes])
    if (!holdsChoice(each))
      throw new Refusal(
        'invalid',
        message`Lanes cannot contain '${each.name}'. Expected two lists that hold one value at most, such as select boxes.`,
      )
  if (lanes === field) throw new Refusal('invalid', 'The fields of `by` and `lanes` must be different.')
  return lanes
}

/**
 * Returns the first visible artifacts of each column of each lane with artifacts, with their total number: the columns
 * of the first lane, then those of the next one, in the orders of their lists.
 */
export async function loadLaneGroups(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  caller: Caller,
  tracker: Tracker,
  { field, lanes, where = matchAll, ...query }: LanesQuery,
): Promise<LaneGroup[]> {
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  const [values, laneValues, pages] = await Promise.all([
    loadGroupingValues(reader, tracker, field, condition),
    loadGroupingValues(reader, tracker, lanes, condition),
    loadLanePages(reader, condition, { ...query, field: field.id, lanes: lanes.id }),
  ])
  const columns = [...values, NO_VALUE]
  const used = [...laneValues, NO_VALUE].filter((lane) => columns.some((value) => pages.has(getPairKey(value, lane))))
  if (columns.length * used.length > maxCells)
    throw new Refusal(
      'invalid',
      message`There are ${used.length} lanes of ${columns.length} columns, more than ${maxCells} in total. Choose another field or a narrower query.`,
    )
  const listVersions = await loadVersions(world, caller, pages)
  return used.flatMap((laneId) =>
    columns.map((valueId) => {
      const key = getPairKey(valueId, laneId)
      return { laneId, valueId, size: pages.get(key)?.size ?? 0, versions: listVersions(key) }
    }),
  )
}
