import { computeZoneOffset, type EpochSeconds, parseMoment } from '../../kit/values/time.ts'

/** ISO weeks begin on Monday. */
export const intervalLengths = ['day', 'week', 'month'] as const

export type IntervalLength = (typeof intervalLengths)[number]

/**
 * Returns the starts of the last days, weeks or months of a time zone, the oldest first; the last one is the current.
 * Each ends where the next one starts: days with a change of the clocks are longer or shorter than others.
 */
export function listIntervalStarts(
  now: EpochSeconds,
  timezone: string,
  { length, count }: { readonly length: IntervalLength; readonly count: number },
): EpochSeconds[] {
  const wall = new Date((now + computeZoneOffset(now, timezone)) * 1000)
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()]
  const daysSinceMonday = (wall.getUTCDay() + 6) % 7
  // Days and months before the first ones are those of the month or the year before.
  const dateOf = {
    day: (past: number) => ({ year, month, day: day - past }),
    week: (past: number) => ({ year, month, day: day - daysSinceMonday - 7 * past }),
    month: (past: number) => ({ year, month: month - past, day: 1 }),
  }[length]
  return Array.from({ length: count }, (_, index) => parseMoment(dateOf(count - 1 - index), timezone))
}
