import { Refusal } from '../../kit/refusal.ts'
import { getSettings } from '../store/settings.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { PasswordVerdicts } from './password-verdicts.ts'
import { type Reservation, SignInThrottle } from './sign-in-throttle.ts'

interface SignInGuard {
  readonly verdicts: PasswordVerdicts
  readonly throttle: SignInThrottle
}

/** What this process knows of recent attempts, for each database it serves. */
const guards = new WeakMap<object, SignInGuard>()

export function guardOf({ db }: Pick<AuthenticationDeps, 'db'>): SignInGuard {
  const known = guards.get(db)
  if (known !== undefined) return known
  const guard = { verdicts: new PasswordVerdicts(), throttle: new SignInThrottle() }
  guards.set(db, guard)
  return guard
}

/** A turn to try something that only the right one knows; refused to who tried too often. To be forgiven when it was right. */
export async function reserveAttempt(
  deps: Pick<AuthenticationDeps, 'db' | 'cache' | 'clock'>,
  who: { readonly login: string; readonly address: string },
): Promise<Reservation> {
  const { failed_sign_ins_per_minute: limit } = await getSettings(deps)
  const reserved = guardOf(deps).throttle.reserve(who, deps.clock.now(), limit)
  if (reserved.retryAfter !== undefined) rejectTooManyAttempts(reserved.retryAfter)
  return reserved
}

export function rejectTooManyAttempts(seconds: number): never {
  throw new Refusal('too-many', 'Too many failed sign-ins, try again later.', {
    headers: { 'Retry-After': `${seconds}` },
  })
}
