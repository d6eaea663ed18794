import { Refusal } from '../../kit/refusal.ts'
import { getSettings } from '../store/settings.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { type Reservation, SignInThrottle } from './sign-in-throttle.ts'
import { VerifiedPasswordCache } from './verified-password-cache.ts'

interface SignInGuard {
  readonly verdicts: VerifiedPasswordCache
  readonly throttle: SignInThrottle
}

/** Recent attempts of this process, per database. */
const guards = new WeakMap<object, SignInGuard>()

export function getSignInGuard({ db }: Pick<AuthenticationDeps, 'db'>): SignInGuard {
  const known = guards.get(db)
  if (known !== undefined) return known
  const guard = { verdicts: new VerifiedPasswordCache(), throttle: new SignInThrottle() }
  guards.set(db, guard)
  return guard
}

/** Reserves an attempt to verify a secret; throws after too many failures. Forgive the attempt when it succeeds. */
export async function reserveAttempt(
  deps: Pick<AuthenticationDeps, 'db' | 'cache' | 'clock'>,
  client: { readonly login: string; readonly address: string },
): Promise<Reservation> {
  const { failed_sign_ins_per_minute: limit } = await getSettings(deps)
  const reserved = getSignInGuard(deps).throttle.reserve(client, deps.clock.now(), limit)
  if (reserved.retryAfter !== undefined) rejectTooManyAttempts(reserved.retryAfter)
  return reserved
}

export function rejectTooManyAttempts(seconds: number): never {
  throw new Refusal('too-many', 'Too many failed sign-ins, try again later.', {
    headers: { 'Retry-After': `${seconds}` },
  })
}
