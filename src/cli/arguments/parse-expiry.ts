import type { EpochSeconds } from '../../kit/values/time.ts'
import { parseIsoDate } from '../../site/model/iso-date.ts'
import { UsageError } from '../context/usage-error.ts'

/** Parses a date, which includes its last second (UTC), or a date and time. */
export function parseExpiry(text: string): EpochSeconds {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const moment = parseIsoDate(isDay ? `${text}T23:59:59Z` : text)
  if (moment === undefined)
    throw new UsageError(`Invalid date "${text}". Expected a date such as 2027-01-31 or 2027-01-31T12:00:00+01:00`)
  return moment
}
