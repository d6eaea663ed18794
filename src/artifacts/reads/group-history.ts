import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { countGroupsOverTime, type GroupHistory, type GroupInterval } from '../model/group-history.ts'
import { type IntervalLength, listIntervalStarts } from '../model/interval-starts.ts'
import { loadGroupHistory } from '../store/group-history.ts'
import { matchingVisible } from '../store/matching.ts'
import type { PageOfIds } from '../store/pages.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
import { loadPageOfEach } from './artifact-groups.ts'
import { chooseExecutor } from './choose-executor.ts'
import { loadGroupingValues } from './grouping-values.ts'
import { getOpenStatus } from './open-status.ts'

/** How many changes of artifacts are read at most, which takes about a second. */
const maxChanges = 100_000

interface GroupHistoryQuery {
  /** undefined: all artifacts */
  readonly where?: Condition | undefined
  readonly now: EpochSeconds
  readonly length: IntervalLength
  /** number of intervals */
  readonly count: number
}

/**
 * Counts the matching artifacts that the caller sees by the values of a list field, at the end of each of the last
 * intervals. Which artifacts match, and which are visible, is decided as of now.
 */
export async function countGroupHistory(
  world: Pick<World, 'db' | 'cache' | 'idSets'>,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  field: Field,
  { where = matchAll, now, length, count }: GroupHistoryQuery,
): Promise<GroupInterval[]> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const condition = matchingVisible(accessible, where)
  // Artifacts of a small tracker may have many changes.
  const reader = world.db.longRead
  const values = await loadGroupingValues(reader, tracker, field, condition)
  const { usesIdSets } = await chooseExecutor(world, accessible, where)
  const starts = listIntervalStarts(now, timezone, { length, count })
  const since = starts[0] ?? now
  const historyQuery = { field: field.id, since, maxChanges, countsUnchanged: !usesIdSets }
  const history = await loadGroupHistory(reader, condition, historyQuery)
  if (history === undefined)
    throw new Refusal(
      'invalid',
      message`The matching artifacts have more than ${maxChanges} changes to count. Choose a shorter period or a narrower query.`,
    )
  const { status } = getOpenStatus(caller, tracker)
  const isOpen = status?.field === field.id ? (value: number) => status.openValues.some((each) => each === value) : null
  if (!usesIdSets) return countGroupsOverTime(history, starts, now, isOpen)
  const noRows = { where, limit: 0, order: 'asc' } as const
  const pages = await loadPageOfEach(world, accessible, field, [...values, NO_VALUE], noRows)
  const unchanged = subtractChanged(pages, history.changed)
  return countGroupsOverTime({ ...history, unchanged }, starts, now, isOpen)
}

/** An artifact that changed after its history was read may be counted with its old and with its new value. */
function subtractChanged(pages: ReadonlyMap<number, PageOfIds>, changed: GroupHistory['changed']): Map<number, number> {
  const unchanged = new Map([...pages].map(([value, { size }]) => [value, size]))
  for (const { changes } of changed) {
    const value = changes.at(-1)?.value ?? NO_VALUE
    unchanged.set(value, Math.max(0, (unchanged.get(value) ?? 0) - 1))
  }
  return unchanged
}
