import { normalizeLogin } from '../../accounts/model/user.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

const windowSeconds = 60
/** Many users may share an IP address; this is still too few for guessing. */
const addressFactor = 5

export interface SignInClient {
  readonly login: string
  readonly address: string
}

export interface AttemptLimit {
  /** What attempts are counted by. */
  readonly key: string
  /** Attempts per minute. */
  readonly limit: number
}

/** Returns the limits for a client, of which each holds: by account and IP address, and by IP address. */
export const buildAttemptLimits = ({ login, address }: SignInClient, limit: number): readonly AttemptLimit[] => [
  { key: address, limit: limit * addressFactor },
  { key: `${address} ${normalizeLogin(login).slice(0, 100)}`, limit },
]

/** Returns the attempts that still count. */
export const filterRecentAttempts = (attempts: readonly EpochSeconds[], now: EpochSeconds): readonly EpochSeconds[] =>
  attempts.filter((at) => at > now - windowSeconds)

/** Returns the seconds until the next attempt is allowed, 0 for now, by the recent attempts, oldest first. */
export function computeAttemptWait(recent: readonly EpochSeconds[], now: EpochSeconds, limit: number): number {
  const oldest = recent[recent.length - limit]
  return oldest === undefined ? 0 : oldest + windowSeconds - now
}

/** Returns the moment from which an attempt no longer counts. */
export const computeAttemptEnd = (at: EpochSeconds): EpochSeconds => (at + windowSeconds) as EpochSeconds
