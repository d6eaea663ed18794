import type { SortCriterion, SortKey } from '../../fields/model/sort-key.ts'
import type { ClockPeriod } from '../../kit/values/clock-periods.ts'
import { type EpochSeconds, parseMoment } from '../../kit/values/time.ts'
import type { IntervalLength } from './interval-starts.ts'
import type { AccessibleTracker } from './tracker-access.ts'

/** A date that each artifact has one of at most. */
export type DateCriterion =
  | (SortCriterion & { readonly kind: 'value'; readonly family: 'date' })
  | { readonly kind: 'system'; readonly of: 'submitted_on' | 'updated_on' }

/** Something that has one number for each artifact, or none, and groups the artifacts with the same number. */
export type GroupKey =
  /** The day, week or month of a date: its number in the calendar (`getIntervalStart`). */
  | {
      readonly kind: 'interval'
      readonly of: DateCriterion
      readonly length: IntervalLength
      /** The clocks of the time zone whose days count; at least one. */
      readonly clock: readonly ClockPeriod[]
    }
  /** The id of the parent with the lowest id among those in these trackers that the caller sees. */
  | { readonly kind: 'parent'; readonly accessible: readonly AccessibleTracker[] }

/** Artifacts without a number come last. */
export interface GroupSortKey {
  readonly by: GroupKey
  readonly direction: SortKey['direction']
}

/** A key of the order of artifacts, which can be the one of their groups. */
export type ArtifactSortKey = SortKey | GroupSortKey

/**
 * Days and weeks are counted from Monday, 1 January of the year -399, months in years from -400 on: all dates of the
 * years 1 to 9999 have positive numbers, whose division rounds in the same direction on both databases.
 */
export const countedDays = 865_259

/** The same from 1 March of the year -400, because the last month of such years is the one that has a leap day. */
export const countedDaysFromMarch = 865_565

const skippedYears = 400

/** Returns when the day, week or month with a number begins. */
export function getIntervalStart(number: number, length: IntervalLength, timezone: string): EpochSeconds {
  if (length !== 'month') {
    const days = length === 'day' ? number : 7 * number
    return parseMoment({ year: 1970, month: 1, day: 1 + days - countedDays }, timezone)
  }
  const months = number - 1
  return parseMoment({ year: Math.floor(months / 12) - skippedYears, month: (months % 12) + 1, day: 1 }, timezone)
}
