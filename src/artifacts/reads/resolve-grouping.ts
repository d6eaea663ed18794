import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsMoment } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { listClockPeriods } from '../../kit/values/clock-periods.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { findSystemDate } from '../../queries/reads/parse-sort.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { canReadLinks } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactSortKey, DateCriterion, GroupKey, GroupSortKey } from '../model/group-key.ts'
import type { IntervalLength } from '../model/interval-starts.ts'
import { findDatedYears } from '../store/group-key.ts'
import { getGroupingField, getReadableField, getSortedList } from './grouping-field.ts'
import { loadAllAccessible } from './visibility.ts'
import { prepareVisibleQuery } from './visible-query.ts'

/** Maximum number of groups by intervals or parents: about as many as a year has days. */
export const maxKeyedGroups = 400

interface GroupingInput {
  /** The parameter `by`. */
  readonly by: string
  readonly interval: IntervalLength
}

/** What artifacts are grouped by: the values of a list, or a key. */
export type Grouping = { readonly kind: 'list'; readonly field: Field } | ({ readonly kind: 'key' } & GroupSortKey)

type Deps = Pick<World, 'db' | 'cache' | 'idSets'>

/** Resolves the parameters `by` and `interval`; `where` is the condition of the artifacts that are grouped. */
export async function resolveGrouping(
  world: Deps,
  viewer: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  input: GroupingInput,
  where: Condition = matchAll,
): Promise<Grouping> {
  if (input.by === 'parent') return { kind: 'key', by: await resolveParents(world, viewer, tracker), direction: 'desc' }
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(input.by) ?? []
  const date = findSystemDate(name)
  if (date === undefined && !/^\d{1,15}$/.test(name))
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`by\`: "${input.by}". Expected the id of a field, submitted_on, last_update_date or parent.`,
    )
  const by = date ?? findDateCriterion(getReadableField(viewer.caller, tracker, Number(name)))
  if (by !== undefined) {
    const key = await resolveIntervals(world, viewer, tracker, { of: by, length: input.interval, where })
    return { kind: 'key', by: key, direction: minus === '' ? 'asc' : 'desc' }
  }
  if (minus !== '')
    throw new Refusal('invalid', message`Only groups by date can be descending. Remove the \`-\` from \`by\`.`)
  return { kind: 'list', field: getGroupingField(viewer.caller, tracker, Number(name)) }
}

/** Returns the sort key that orders a list of artifacts by their groups. */
export function getGroupSortKey(grouping: Grouping): ArtifactSortKey {
  return grouping.kind === 'list' ? { by: getSortedList(grouping.field), direction: 'asc' } : grouping
}

/** Parents that the caller does not see do not exist for them, as in conditions on parents. */
async function resolveParents(
  world: Pick<World, 'db' | 'cache'>,
  { caller }: Pick<Viewer, 'caller'>,
  tracker: Tracker,
): Promise<GroupKey> {
  return { kind: 'parent', accessible: canReadLinks(caller, tracker) ? await loadAllAccessible(world, caller) : [] }
}

function findDateCriterion(field: Field): DateCriterion | undefined {
  const order = holdsMoment(field) ? getFieldType(field.type).search?.order?.(field) : undefined
  if (order?.kind === 'value' && order.family === 'date') return { ...order, family: order.family }
  return order?.kind === 'system' && (order.of === 'submitted_on' || order.of === 'updated_on')
    ? { kind: 'system', of: order.of }
    : undefined
}

interface IntervalsQuery {
  readonly of: DateCriterion
  readonly length: IntervalLength
  readonly where: Condition
}

/** The database has no time zones: it gets the offsets of the years in which the artifacts have dates. */
async function resolveIntervals(
  world: Deps,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  { of, length, where }: IntervalsQuery,
): Promise<GroupKey> {
  const { reader, condition } = await prepareVisibleQuery(world, caller, tracker, where)
  // Dates of two of these years can be in the same month.
  const maxYears = 2 * maxKeyedGroups
  const years = await findDatedYears(reader, condition, of, maxYears + 1)
  if (years.length > maxYears) throw refuseManyGroups()
  return { kind: 'interval', of, length, clock: listClockPeriods(timezone, years) }
}

export const refuseManyGroups = (): Refusal =>
  new Refusal(
    'invalid',
    message`The matching artifacts are in more than ${maxKeyedGroups} groups. Choose longer intervals or a narrower query.`,
  )
