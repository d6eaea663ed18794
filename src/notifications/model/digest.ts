import type { UserId } from '../../kit/values/ids.ts'
import { type EpochSeconds, formatWallClock, parseMoment } from '../../kit/values/time.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'send-digest': DigestKey<UserId>
  }
}

/** The hour at which digests are sent, in the time zone of each user. */
export const digestHour = 7

/** Preference with the time zone of a user; without it, or with an unknown zone, the one of the site. */
export const timeZonePreference = 'time_zone'

/** Kind of the job that sends a digest. */
export const digestJobKind = 'send-digest'

/** Key of the digest to one user for one day. */
export interface DigestKey<User> {
  readonly user: User
  /** `YYYY-MM-DD` */
  readonly day: string
}

/** Returns the next morning in a time zone. */
export function computeNextDigest(
  now: EpochSeconds,
  zone: string,
): { readonly day: string; readonly dueOn: EpochSeconds } {
  const [year = 0, month = 0, today = 0] = formatWallClock(now, zone, false).split('-').map(Number)
  const morningOf = (day: number): EpochSeconds => parseMoment({ year, month, day, hour: digestHour }, zone)
  const first = morningOf(today)
  const dueOn = first > now ? first : morningOf(today + 1)
  return { day: formatWallClock(dueOn, zone, false), dueOn }
}

/** Returns the canonical name of an IANA time zone; undefined: there is no such zone. */
export function parseTimeZone(name: string): string | undefined {
  // Offsets such as +02:00 do not follow the clocks of a place.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
