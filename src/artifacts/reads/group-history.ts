import { type Condition, matchAll } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { countGroupsOverTime, type GroupInterval } from '../model/group-history.ts'
import { type IntervalLength, listIntervalStarts } from '../model/interval-starts.ts'
import { loadGroupHistory } from '../store/group-history.ts'
import { matchingVisible } from '../store/matching.ts'
import { loadAccessibleTrackers } from './accessible-trackers.ts'
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
  world: Pick<World, 'db' | 'cache'>,
  { caller, timezone }: Pick<Viewer, 'caller' | 'timezone'>,
  tracker: Tracker,
  field: Field,
  { where = matchAll, now, length, count }: GroupHistoryQuery,
): Promise<GroupInterval[]> {
  const accessible = await loadAccessibleTrackers(world, caller, [tracker])
  const condition = matchingVisible(accessible, where)
  // Artifacts of a small tracker may have many changes.
  const reader = world.db.longRead
  // Refuses fields with too many values.
  await loadGroupingValues(reader, tracker, field, condition)
  const starts = listIntervalStarts(now, timezone, { length, count })
  const history = await loadGroupHistory(reader, condition, { field: field.id, since: starts[0] ?? now, maxChanges })
  if (history === undefined)
    throw new Refusal(
      'invalid',
      message`The matching artifacts have more than ${maxChanges} changes to count. Choose a shorter period or a narrower query.`,
    )
  const { status } = getOpenStatus(caller, tracker)
  const isOpen = status?.field === field.id ? (value: number) => status.openValues.some((each) => each === value) : null
  return countGroupsOverTime(history, starts, now, isOpen)
}
