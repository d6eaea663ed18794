import type { EpochSeconds } from '../../kit/values/time.ts'
import { computeWeekday, findMonth, findWeekday } from './day-names.ts'
import { isValidWallTime, toEpochSeconds } from './wall-time.ts'
import { parseZoneOffset } from './zone-offset.ts'

const pattern =
  /^(?:([a-z]{3}), ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))?(?: ([+-]\d{4}|[a-z]{1,3}))?(?: \([^()]*\))?$/

/** A moment as mails write it, RFC 2822 §3.3; without a zone it is read in `zone`. Undefined when it is none. */
export function parseMailDate(text: string, zone: string): EpochSeconds | undefined {
  const [match, weekday, ...parts] = pattern.exec(text.trim().replaceAll(/\s+/g, ' ').toLowerCase()) ?? []
  if (match === undefined) return undefined
  const [day, name = '', year, hour, minute, second = '0', zoneName] = parts
  const wall = {
    year: Number(year),
    month: findMonth(name) ?? 0,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  }
  if (wall.month === 0 || !isValidWallTime(wall)) return undefined
  // A weekday that the date does not fall on: one of the two is wrong.
  if (weekday !== undefined && findWeekday(weekday) !== computeWeekday(wall)) return undefined
  if (zoneName === undefined) return toEpochSeconds(wall, undefined, zone)
  const offset = parseZoneOffset(zoneName)
  return offset === undefined ? undefined : toEpochSeconds(wall, offset, zone)
}
