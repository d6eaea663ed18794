import { NO_VALUE } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { countUpTo } from './count-up-to.ts'

/** The values that an artifact had in a list field. */
interface ValueHistory {
  readonly submittedOn: EpochSeconds
  /** In the order in which they were made. */
  readonly changes: readonly ValueChange[]
}

export interface ValueChange {
  readonly on: EpochSeconds
  /** NO_VALUE: the field was cleared */
  readonly value: number
}

/** The artifacts of groups by the values of a list field, over a period. */
export interface GroupHistory {
  /** By value, how many artifacts did not change in the period. */
  readonly unchanged: ReadonlyMap<number, number>
  /** The other artifacts. */
  readonly changed: readonly ValueHistory[]
}

/** What happened from a time on, until another one. */
export interface GroupInterval {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
  /** Number of artifacts submitted in it. */
  readonly created: number
  /** Number of artifacts that are closed at its end and were not at its start; null: the values are no status. */
  readonly closed: number | null
  /** By value in ascending order, the number of artifacts at its end; no value is without any. */
  readonly sizes: ReadonlyMap<number, number>
}

/** Numbers of one interval, against the one before it. */
interface Difference {
  created: number
  closed: number
  readonly sizes: Map<number, number>
}

/**
 * Counts the artifacts of each group at the end of each interval of a period. The intervals begin at `starts`, oldest
 * first, and end at the next start, the last one now. A change counts as of its date, but not as earlier than the
 * submission or the change before it, and not as later than now: the last sizes are those of today.
 */
export function countGroupsOverTime(
  { unchanged, changed }: GroupHistory,
  starts: readonly EpochSeconds[],
  now: EpochSeconds,
  isOpen: ((value: number) => boolean) | null,
): GroupInterval[] {
  const sizes = new Map(unchanged)
  const differences = starts.map((): Difference => ({ created: 0, closed: 0, sizes: new Map() }))

  /** What one artifact changed in an interval; in the time before all without a difference. */
  function addChange(difference: Difference | undefined, before: number | null, after: number): void {
    const changes = difference?.sizes ?? sizes
    if (before !== null) add(changes, before, -1)
    add(changes, after, 1)
    if (difference === undefined) return
    if (before === null) difference.created += 1
    if (isOpen !== null && (before === null || isOpen(before)) && !isOpen(after)) difference.closed += 1
  }

  for (const { submittedOn, changes } of changed) {
    // Histories of several servers, whose clocks differ, and of archives may go back in time.
    let latest = submittedOn
    let interval = countUpTo(starts, latest) - 1
    let [before, after]: [number | null, number] = [null, NO_VALUE]
    for (const { on, value } of changes) {
      latest = Math.max(latest, on)
      const next = countUpTo(starts, latest) - 1
      if (next !== interval) {
        addChange(differences[interval], before, after)
        before = after
        interval = next
      }
      after = value
    }
    addChange(differences[interval], before, after)
  }
  return differences.map(({ created, closed, sizes: changes }, index): GroupInterval => {
    for (const [value, change] of changes) add(sizes, value, change)
    const interval = { from: starts[index] ?? now, until: starts[index + 1] ?? now }
    return { ...interval, created, closed: isOpen === null ? null : closed, sizes: inOrder(sizes) }
  })
}

const add = (sizes: Map<number, number>, value: number, count: number): void => {
  sizes.set(value, (sizes.get(value) ?? 0) + count)
}

const inOrder = (sizes: ReadonlyMap<number, number>): Map<number, number> =>
  new Map([...sizes].filter(([, size]) => size > 0).sort(([a], [b]) => a - b))
