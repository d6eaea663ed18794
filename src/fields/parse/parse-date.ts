import type { EpochSeconds } from '../../kit/values/time.ts'
import { parseCalendarDay, parseWeekDate } from './calendar-day.ts'
import { parseNamedMonthDay } from './named-month-day.ts'
import { hasFourDigitYear, maxDateLength, parseExactDate } from './parse-exact-date.ts'
import { parseRelativeDay, splitShift } from './relative-date.ts'
import { splitTime } from './time-of-day.ts'
import { isValidWallTime, readWallTime, toEpochSeconds, type WallTime } from './wall-time.ts'

/**
 * Parses a date of a request (docs/api/field-values.md §6): what `parseExactDate` knows, and the forms of strtotime of
 * PHP that clients of Tuleap use. Returns undefined for anything else.
 */
export function parseDate(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  if (text.length > maxDateLength) return undefined
  const exact = parseExactDate(text, zone, now)
  if (exact !== undefined) return exact
  const words = text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const moment = parseUnixTime(words) ?? parseWords(words, zone, now)
  return moment === undefined || !hasFourDigitYear(moment, zone) ? undefined : moment
}

const parseUnixTime = (text: string): EpochSeconds | undefined =>
  /^@-?\d{1,12}$/.test(text) ? Number(text.slice(1)) : undefined

/** A date, then shifts such as `+1 day`, then a time. Each may be left out, but not both of the first. */
function parseWords(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  const parts = splitTime(text)
  if (parts === undefined) return undefined
  const { date, shift } = splitShift(parts.date)
  const start = parseStart(date, shift !== null, readWallTime(now, zone))
  if (start === undefined) return undefined
  const { offset, ...clock } = parts.time ?? { offset: undefined }
  const wall = { ...start, ...clock }
  if (shift === null) return toEpochSeconds(wall, offset, zone)
  const { year, month, day, ...elapsed } = shift
  // Beyond any date, and further ones beyond what can be computed.
  if (Math.abs(year) > 9999) return undefined
  // Days that a month does not have are those after it: a month after 31 January is 3 March.
  const shifted = { ...wall, year: wall.year + year, month: wall.month + month, day: wall.day + day }
  return toEpochSeconds(shifted, offset, zone) + elapsed.hour * 3600 + elapsed.minute * 60 + elapsed.second
}

/** Returns where the date begins; a shift alone begins now. */
function parseStart(date: string, isShifted: boolean, now: WallTime): WallTime | undefined {
  if (date === 'now' || (date === '' && isShifted)) return now
  if (date === 'noon') return { ...now, hour: 12, minute: 0, second: 0 }
  const day = parseCalendarDay(date) ?? parseWeekDate(date) ?? parseNamedMonthDay(date) ?? parseRelativeDay(date, now)
  if (day === undefined) return undefined
  const { year, month, day: dayOfMonth } = day
  const start = { year, month, day: dayOfMonth, hour: 0, minute: 0, second: 0 }
  return isValidWallTime(start) ? start : undefined
}
