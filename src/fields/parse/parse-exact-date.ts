import { message } from '../../kit/messages/message.ts'
import { computeZoneOffset, type EpochSeconds } from '../../kit/values/time.ts'
import { findDaysFromToday } from './day-names.ts'
import { parseIsoDateTime } from './parse-iso-date.ts'
import { parseMailDate } from './parse-mail-date.ts'
import { startOfDay } from './wall-time.ts'

/** Formats that `parseExactDate` accepts, for error messages. */
export const dateFormats = message`YYYY-MM-DD, YYYY-MM-DD HH:MM, ISO 8601 such as 2026-04-01T10:30:00+02:00, or RFC 2822 such as Wed, 1 Apr 2026 10:30:00 +0200`

/** No date is longer; the limit keeps the work small. */
export const maxDateLength = 100

/**
 * Parses a date that can be meant in one way only: one of `dateFormats`, or today, now, tomorrow, yesterday. Returns
 * undefined for anything else, numbers included: seconds and milliseconds could not be distinguished.
 */
export function parseExactDate(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  if (text.length > maxDateLength) return undefined
  const moment = parseRelativeDate(text, zone, now) ?? parseIsoDateTime(text, zone) ?? parseMailDate(text, zone)
  return moment === undefined || !hasFourDigitYear(moment, zone) ? undefined : moment
}

function parseRelativeDate(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  const word = text.trim().toLowerCase()
  const days = findDaysFromToday(word)
  if (days !== undefined) return startOfDay(now, zone, days)
  return word === 'now' ? now : undefined
}

/** Whether the year fits ISO 8601 in this zone; some clients send the year 1 for a missing date. */
export function hasFourDigitYear(moment: EpochSeconds, zone: string): boolean {
  const year = new Date((moment + computeZoneOffset(moment, zone)) * 1000).getUTCFullYear()
  return year >= 1000 && year <= 9999
}
