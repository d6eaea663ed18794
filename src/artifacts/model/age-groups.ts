import type { Range } from '../../fields/model/condition.ts'
import { computeZoneOffset, type EpochSeconds, parseMoment } from '../../kit/values/time.ts'

/** Ages in days, both included; without an end: any greater one. What was submitted today has the age 0. */
export interface AgeRange {
  readonly minDays: number
  readonly maxDays: number | null
}

/** The groups that ages are counted in, the youngest first. */
export const ageGroups: readonly AgeRange[] = [
  { minDays: 0, maxDays: 0 },
  { minDays: 1, maxDays: 7 },
  { minDays: 8, maxDays: 30 },
  { minDays: 31, maxDays: 90 },
  { minDays: 91, maxDays: 365 },
  { minDays: 366, maxDays: null },
]

/** Returns when what has one of these ages was submitted; clocks that are ahead submit today. */
export function findSubmissionRange({ minDays, maxDays }: AgeRange, now: EpochSeconds, timezone: string): Range {
  const today = dayOf(now, timezone)
  const startOf = (day: number): EpochSeconds => parseMoment({ year: 1970, month: 1, day: 1 + day }, timezone)
  return {
    ...(maxDays !== null && { from: startOf(today - maxDays) }),
    ...(minDays > 0 && { below: startOf(today - minDays + 1) }),
  }
}

/** Returns the age in days of what was submitted at a time. */
export const computeAge = (submittedOn: EpochSeconds, now: EpochSeconds, timezone: string): number =>
  Math.max(0, dayOf(now, timezone) - dayOf(submittedOn, timezone))

/** Days since 1 January 1970, as the calendar of the zone counts them. */
const dayOf = (moment: EpochSeconds, timezone: string): number =>
  Math.floor((moment + computeZoneOffset(moment, timezone)) / 86_400)

/**
 * Returns the age of the oldest half: at least half of all artifacts have this age or a greater one; null: there is no
 * artifact. `sizes` are the numbers of artifacts in `ageGroups`; `count` returns the number of those of some ages.
 */
export async function findMedianAge(
  sizes: readonly number[],
  count: (ages: AgeRange) => Promise<number>,
): Promise<number | null> {
  // Place of the artifact in the order of submission, from 1.
  let place = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 2)
  if (place === 0) return null
  let index = ageGroups.length - 1
  while (index > 0 && place > (sizes[index] ?? 0)) {
    place -= sizes[index] ?? 0
    index -= 1
  }
  let { minDays: first, maxDays: last } = ageGroups[index] as AgeRange
  while (first !== last) {
    const middle = last === null ? 2 * first : Math.ceil((first + last) / 2)
    const older = await count({ minDays: middle, maxDays: last })
    if (place <= older) first = middle
    else {
      place -= older
      last = middle - 1
    }
  }
  return first
}
