import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The shared secret with an authenticator app. */
export interface Totp {
  readonly userId: UserId
  /** Encrypted. */
  readonly secret: string
  /** null: not enabled yet, because no code was verified */
  readonly enabledOn: EpochSeconds | null
  /** Time step of the last accepted code: each can be used once (RFC 6238 §5.2). */
  readonly lastStep: number
  readonly failures: number
  readonly failedOn: EpochSeconds | null
}

export const stepSeconds = 30

const freeFailures = 5
const maxWait = 3600

/**
 * Returns the seconds until another code may be tried. A code is one of a million, and three are valid at a time: an
 * attacker with the password and many IP addresses must not be able to try them all.
 */
export function retryAfterOf({ failures, failedOn }: Pick<Totp, 'failures' | 'failedOn'>, now: EpochSeconds): number {
  if (failedOn === null || failures < freeFailures) return 0
  const wait = Math.min(maxWait, stepSeconds * 2 ** (failures - freeFailures))
  return Math.max(0, failedOn + wait - now)
}
