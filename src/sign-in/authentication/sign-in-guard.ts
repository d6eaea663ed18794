import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { getSettings } from '../../site/store/settings.ts'
import {
  buildAttemptLimits,
  computeAttemptEnd,
  computeAttemptWait,
  filterRecentAttempts,
  type SignInClient,
} from '../model/attempt-limit.ts'
import { lockSignInAttempts, updateSignInAttempts } from '../store/sign-in-attempts.ts'
import type { AuthenticationDeps } from './authentication-method.ts'

export interface Reservation {
  /** Cancels the attempt, because it did not fail. */
  forgive(): Promise<void>
}

/**
 * Reserves an attempt to verify a secret; throws after too many failures, of all nodes together. An attempt counts as
 * failed from its beginning, so that many concurrent ones are limited as well: forgive it when it succeeds.
 */
export async function reserveAttempt(
  deps: Pick<AuthenticationDeps, 'db' | 'cache' | 'clock' | 'config'>,
  client: SignInClient,
): Promise<Reservation> {
  const { failed_sign_ins_per_minute } = await getSettings(deps)
  const now = deps.clock.now()
  const cipher = await loadSecretCipher(deps)
  // A login may be a password that was typed into the wrong field.
  const limits = buildAttemptLimits(client, failed_sign_ins_per_minute).map((limit) => ({
    ...limit,
    key: cipher.fingerprint('sign-in attempts', limit.key),
  }))
  const keys = limits.map(({ key }) => key)
  const retryAfter = await deps.db.write(async (tx) => {
    const attempts = await lockSignInAttempts(tx, credentialPermit, keys, computeAttemptEnd(now))
    const recent = limits.map((limit) => ({
      ...limit,
      attempts: filterRecentAttempts(attempts.get(limit.key) ?? [], now, limit),
    }))
    const wait = Math.max(...recent.map((each) => computeAttemptWait(each.attempts, now, each)))
    // A rejected attempt does not count.
    if (wait > 0) return wait
    for (const each of recent) await updateSignInAttempts(tx, credentialPermit, each.key, [...each.attempts, now])
    return 0
  })
  if (retryAfter > 0) rejectTooManyAttempts(retryAfter)
  return { forgive: () => cancelAttempt(deps, keys, now) }
}

async function cancelAttempt(
  { db }: Pick<AuthenticationDeps, 'db'>,
  keys: readonly string[],
  at: EpochSeconds,
): Promise<void> {
  await db.write(async (tx) => {
    for (const [key, attempts] of await lockSignInAttempts(tx, credentialPermit, keys, computeAttemptEnd(at))) {
      const index = attempts.indexOf(at)
      if (index >= 0) await updateSignInAttempts(tx, credentialPermit, key, attempts.toSpliced(index, 1))
    }
  })
}

export function rejectTooManyAttempts(seconds: number): never {
  throw new Refusal('too-many', 'Too many failed sign-ins, try again later.', {
    headers: { 'Retry-After': `${seconds}` },
  })
}
