import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type EpochSeconds, isRepresentableTime } from '../../kit/values/time.ts'

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/**
 * Parses `YYYY-MM-DDThh:mm:ss±hh:mm`, or `Z` (docs/api/authentication.md §3); undefined when it is malformed, not a real
 * day, or outside the years 1 to 9999 in UTC.
 */
export function parseIsoDate(text: string): EpochSeconds | undefined {
  const [, year, month, day, hour, minute, second] = form.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return undefined
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  const seconds = Date.parse(text) / 1000
  return isRepresentableTime(seconds) ? seconds : undefined
}

/** Parses the date of a member or parameter of a request; E400 with its name if it is not valid. */
export function requireIsoDate(text: string, name: 'expiration_date' | 'unused_since'): EpochSeconds {
  const moment = parseIsoDate(text)
  if (moment === undefined) throw new Refusal('invalid', message`Please provide a valid ISO-8601 date for ${name}`)
  return moment
}
