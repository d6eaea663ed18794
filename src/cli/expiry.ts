import type { EpochSeconds } from '../kit/time.ts'
import { readIsoDate } from '../platform/model/iso-date.ts'
import { UsageProblem } from './usage-problem.ts'

/** A day, whose last second (UTC) still counts, or a moment. */
export function readExpiry(text: string): EpochSeconds {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const moment = readIsoDate(isDay ? `${text}T23:59:59Z` : text)
  if (moment === undefined)
    throw new UsageProblem(`"${text}" is no date: write 2027-01-31 or 2027-01-31T12:00:00+01:00`)
  return moment
}
