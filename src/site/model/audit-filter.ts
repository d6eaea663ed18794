import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { type EpochSeconds, parseMoment } from '../../kit/values/time.ts'
import { parseIsoDate } from './iso-date.ts'

/** Filter of the audit log; both ends of the period are included. */
export interface AuditFilter {
  /** A part of action, subject, IP address or login, in any case. */
  readonly text?: string | undefined
  readonly userId?: UserId | undefined
  readonly project?: ProjectId | undefined
  readonly action?: string | undefined
  readonly since?: EpochSeconds | undefined
  readonly until?: EpochSeconds | undefined
}

/** Parses a time, or a day in the time zone of responses as its first or last second; undefined when it is neither. */
export function parsePeriodEnd(text: string, zone: string, end: 'first' | 'last'): EpochSeconds | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return parseIsoDate(text)
  if (parseIsoDate(`${text}T00:00:00Z`) === undefined) return undefined
  return end === 'first'
    ? parseMoment({ year, month, day }, zone)
    : parseMoment({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
}
