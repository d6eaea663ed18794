import { type EpochSeconds, zoneOffset } from '../kit/time.ts'
import { isoMoment } from './iso-moment.ts'
import { mailMoment } from './mail-moment.ts'
import { midnight } from './wall-time.ts'

/** Forms that `dateSent` knows, as people are told of them. */
export const dateForms =
  'YYYY-MM-DD, YYYY-MM-DD HH:MM, ISO 8601 such as 2026-04-01T10:30:00+02:00, or RFC 2822 such as Wed, 1 Apr 2026 10:30:00 +0200'

/**
 * A date of a request (docs/api/field-values.md §6, docs/api/client-needs.md §15): one of `dateForms`, or today, now,
 * tomorrow, yesterday. Undefined when it is none; a number is none, for nobody can tell seconds from milliseconds.
 */
export function dateSent(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  const moment = relative(text, zone, now) ?? isoMoment(text, zone) ?? mailMoment(text, zone)
  return moment === undefined || !hasFourDigits(moment, zone) ? undefined : moment
}

function relative(text: string, zone: string, now: EpochSeconds): EpochSeconds | undefined {
  switch (text.trim().toLowerCase()) {
    case 'now':
      return now
    case 'today':
      return midnight(now, zone)
    case 'tomorrow':
      return midnight(now, zone, 1)
    case 'yesterday':
      return midnight(now, zone, -1)
    default:
      return undefined
  }
}

/** Whether it can be told as ISO 8601 in this zone; the year 1 is what programs send that know no date. */
function hasFourDigits(moment: EpochSeconds, zone: string): boolean {
  const year = new Date((moment + zoneOffset(moment, zone)) * 1000).getUTCFullYear()
  return year >= 1000 && year <= 9999
}
