import { computeZoneOffset, type EpochSeconds, parseMoment } from '../../kit/values/time.ts'

export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Date and time without a time zone. */
export interface WallTime extends Day {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** No 30 February, no hour 24; a leap second is one. */
export function isValidWallTime({ year, month, day, hour, minute, second }: WallTime): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year > 0 && hour < 24 && minute < 60 && second < 61
}

/** `+02:00`, `-0500`, `+02`, `Z`, in seconds; undefined when the earth has no such place. */
export function computeOffsetSeconds(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)]
  if (hours > 15 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** The moment of a wall time, `offset` seconds from UTC, or in `zone` when it has none. */
export const toEpochSeconds = (wall: WallTime, offset: number | undefined, zone: string): EpochSeconds =>
  offset === undefined ? parseMoment(wall, zone) : parseMoment(wall, 'UTC') - offset

/** Returns what the clocks of `zone` show. */
export function readWallTime(moment: EpochSeconds, zone: string): WallTime {
  const wall = new Date((moment + computeZoneOffset(moment, zone)) * 1000)
  return {
    ...dayOf(wall),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  }
}

/** Returns when the day of a timestamp starts in `zone`, `daysLater` days after it. */
export function startOfDay(moment: EpochSeconds, zone: string, daysLater = 0): EpochSeconds {
  const { year, month, day } = readWallTime(moment, zone)
  return parseMoment({ year, month, day: day + daysLater }, zone)
}

export function addDays({ year, month, day }: Day, days: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day + days)
  return dayOf(date)
}

const dayOf = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})
