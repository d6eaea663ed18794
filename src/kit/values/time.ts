/** Seconds since 1970-01-01T00:00:00Z: the format of every stored time. */
export type EpochSeconds = number

export const toEpochSeconds = (date: Date): EpochSeconds => Math.floor(date.getTime() / 1000)

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

// Offsets change on quarter hours at most, and calling Intl takes microseconds: cache one per zone and quarter hour.
const offsets = new Map<string, number>()

// No zone changed its clocks before 1800, and Intl counts years of an era: earlier times get the same offset.
const beforeAllClocks = Date.UTC(1000, 0) / 1000

/** First second of the year 1 and last second of the year 9999, in UTC. */
const [minMoment, maxMoment] = [-62_135_596_800, 253_402_300_799]

const clamp = (time: number, min: number, max: number): number => Math.min(Math.max(time, min), max)

/** Returns the offset of `zone` from UTC at `moment`, in seconds. */
export function computeZoneOffset(time: EpochSeconds, zone: string): number {
  const moment = clamp(time, beforeAllClocks, maxMoment)
  const key = `${zone}|${Math.floor(moment / 900)}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const part = Object.fromEntries(
      formatFor(zone)
        .formatToParts(new Date(moment * 1000))
        .map((p) => [p.type, p.value]),
    )
    const wall = Date.UTC(
      Number(part.year),
      Number(part.month) - 1,
      Number(part.day),
      Number(part.hour),
      Number(part.minute),
      Number(part.second),
    )
    offset = wall / 1000 - moment
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(key, offset)
  }
  return offset
}

const padTwo = (n: number): string => (n < 10 ? `0${n}` : `${n}`)

/** Returns whether a time is in the years 1 to 9999: other values in a file cannot be represented as dates. */
export const isRepresentableTime = (seconds: number): boolean => seconds >= minMoment && seconds <= maxMoment

/**
 * Returns the wall clock time in ISO 8601. A time within hours of the first or last representable year can be in another
 * year in its zone: it is moved to the last one with four digits.
 */
const toWallClock = (moment: EpochSeconds, offset: number): string =>
  new Date(clamp(moment + offset, minMoment, maxMoment) * 1000).toISOString()

/**
 * Returns `2026-03-13T15:42:00+01:00`: seconds, numeric offset of the server's time zone (docs/api/rest-conventions.md
 * §1.8).
 */
export function formatIsoDate(moment: EpochSeconds, zone: string): string {
  const offset = computeZoneOffset(moment, zone)
  const wall = toWallClock(moment, offset).slice(0, 19)
  const minutes = Math.abs(Math.round(offset / 60))
  return `${wall}${offset < 0 ? '-' : '+'}${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`
}

/** Returns `YYYY-MM-DD` or `YYYY-MM-DD HH:MM` of a time in a zone (docs/api/trackers.md §3.5). */
export function formatWallClock(moment: EpochSeconds, zone: string, withTime: boolean): string {
  const wall = toWallClock(moment, computeZoneOffset(moment, zone))
  return withTime ? `${wall.slice(0, 10)} ${wall.slice(11, 16)}` : wall.slice(0, 10)
}

const httpDates = new Map<EpochSeconds, string>()

/** Returns a date for `Last-Modified` (RFC 9110 §5.6.7). */
export function formatHttpDate(moment: EpochSeconds): string {
  let text = httpDates.get(moment)
  if (text === undefined) {
    text = new Date(moment * 1000).toUTCString()
    if (httpDates.size > 10_000) httpDates.clear()
    httpDates.set(moment, text)
  }
  return text
}

/**
 * Returns the time at which the clocks of `zone` show this wall time: the first one when they are set back; when they
 * are set forward over it, it moves forward with them.
 */
export function parseMoment(
  wall: { year: number; month: number; day: number; hour?: number; minute?: number; second?: number },
  zone: string,
): EpochSeconds {
  // Date.UTC interprets the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day)
  const asUtc = date.setUTCHours(wall.hour ?? 0, wall.minute ?? 0, wall.second ?? 0) / 1000
  // No zone is a day off UTC, nor are clocks changed twice within two days: these are the offsets before and after.
  const [before, after] = [computeZoneOffset(asUtc - 86_400, zone), computeZoneOffset(asUtc + 86_400, zone)]
  const isAfter = before !== after && computeZoneOffset(asUtc - before, zone) !== before
  return isAfter && computeZoneOffset(asUtc - after, zone) === after ? asUtc - after : asUtc - before
}

/** The clock of the host. */
export const systemClock = { now: (): EpochSeconds => toEpochSeconds(new Date()) }
