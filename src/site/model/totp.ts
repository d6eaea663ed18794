import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** What an authenticator app and we share. */
export interface Totp {
  readonly userId: UserId
  /** sealed */
  readonly secret: string
  /** null: not on yet, no code was shown to be right */
  readonly enabledOn: EpochSeconds | null
  /** Of the last code that was taken: RFC 6238 §5.2 takes each once. */
  readonly lastStep: number
  readonly failures: number
  readonly failedOn: EpochSeconds | null
}

export const stepSeconds = 30

const freeFailures = 5
const maxWait = 3600

/**
 * Seconds until another code may be tried. A code is one of a million, and three are right at a time: who has the
 * password and all addresses of the world must not get through them.
 */
export function retryAfterOf({ failures, failedOn }: Pick<Totp, 'failures' | 'failedOn'>, now: EpochSeconds): number {
  if (failedOn === null || failures < freeFailures) return 0
  const wait = Math.min(maxWait, stepSeconds * 2 ** (failures - freeFailures))
  return Math.max(0, failedOn + wait - now)
}
