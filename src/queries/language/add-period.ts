import type { Period } from './ast.ts'

/** Date and time without a time zone. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/**
 * docs/api/queries.md §2.5: now and a period, on the wall, so that a day on is the same time of the next day when
 * clocks are set. A month without that day runs over into the next one as in Tuleap: 31 January + 1m is 3 March, or 2
 * in a leap year. What leaves the years that can be written stops at their end.
 */
export function addPeriod(wall: WallTime, period: Period | null): WallTime {
  if (period === null) return wall
  const { amount } = period
  const years = period.unit === 'y' ? amount : 0
  const months = period.unit === 'm' ? amount : 0
  const days = period.unit === 'd' ? amount : period.unit === 'w' ? 7 * amount : 0
  const date = new Date(0)
  date.setUTCFullYear(wall.year + years, wall.month - 1 + months, wall.day + days)
  const year = date.getUTCFullYear()
  // Not a number when it is further off than what JavaScript counts.
  if (!(year >= 1 && year <= 9999)) return amount < 0 ? firstMinute : lastMinute
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: wall.hour, minute: wall.minute }
}

const firstMinute: WallTime = { year: 1, month: 1, day: 1, hour: 0, minute: 0 }
const lastMinute: WallTime = { year: 9999, month: 12, day: 31, hour: 23, minute: 59 }
