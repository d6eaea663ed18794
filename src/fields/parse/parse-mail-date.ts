import type { EpochSeconds } from '../../kit/values/time.ts'
import { computeOffsetSeconds, isValidWallTime, toEpochSeconds } from './wall-time.ts'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** RFC 2822 §4.3, in hours. */
const namedZones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

const pattern =
  /^(?:([a-z]{3}), ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))?(?: ([+-]\d{4}|[a-z]{1,3}))?(?: \([^()]*\))?$/

/** A moment as mails write it, RFC 2822 §3.3; without a zone it is read in `zone`. Undefined when it is none. */
export function parseMailDate(text: string, zone: string): EpochSeconds | undefined {
  const [match, weekday, ...parts] = pattern.exec(text.trim().replaceAll(/\s+/g, ' ').toLowerCase()) ?? []
  if (match === undefined) return undefined
  const [day, name = '', year, hour, minute, second = '0', zoneName] = parts
  const wall = {
    year: Number(year),
    month: months.indexOf(name) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  }
  if (wall.month === 0 || !isValidWallTime(wall)) return undefined
  // A weekday that the date does not fall on: one of the two is wrong.
  const actualWeekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay()
  if (weekday !== undefined && weekdays[actualWeekday] !== weekday) return undefined
  if (zoneName === undefined) return toEpochSeconds(wall, undefined, zone)
  const offset = /^[+-]/.test(zoneName) ? computeOffsetSeconds(zoneName) : namedOffset(zoneName)
  return offset === undefined ? undefined : toEpochSeconds(wall, offset, zone)
}

const namedOffset = (name: string): number | undefined => {
  const hours = Object.hasOwn(namedZones, name) ? namedZones[name] : undefined
  return hours === undefined ? undefined : hours * 3600
}
