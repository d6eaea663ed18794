import type { ProjectId, UserId } from '../../kit/ids.ts'
import { type EpochSeconds, parseMoment } from '../../kit/time.ts'
import { parseIsoDate } from './iso-date.ts'

/** Which entries of the book are wanted; both ends of the time are in it. */
export interface AuditFilter {
  /** A part of action, subject, address or login, in whatever case. */
  readonly text?: string | undefined
  readonly userId?: UserId | undefined
  readonly project?: ProjectId | undefined
  readonly action?: string | undefined
  readonly since?: EpochSeconds | undefined
  readonly until?: EpochSeconds | undefined
}

/** A moment, or a day of the zone of answers: its first second, or its last; undefined when it is neither. */
export function parsePeriodEnd(text: string, zone: string, end: 'first' | 'last'): EpochSeconds | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return parseIsoDate(text)
  if (parseIsoDate(`${text}T00:00:00Z`) === undefined) return undefined
  return end === 'first'
    ? parseMoment({ year, month, day }, zone)
    : parseMoment({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
}
