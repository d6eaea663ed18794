import { Refusal } from '../../kit/refusal.ts'
import { settingsOf } from '../store/settings.ts'
import { PasswordVerdicts } from './password-verdicts.ts'
import { type Reservation, SignInThrottle } from './sign-in-throttle.ts'
import type { Ground } from './way-in.ts'

interface Guard {
  readonly verdicts: PasswordVerdicts
  readonly throttle: SignInThrottle
}

/** What this process knows of recent attempts, for each database it serves. */
const guards = new WeakMap<object, Guard>()

export function guardOf({ db }: Pick<Ground, 'db'>): Guard {
  const known = guards.get(db)
  if (known !== undefined) return known
  const guard = { verdicts: new PasswordVerdicts(), throttle: new SignInThrottle() }
  guards.set(db, guard)
  return guard
}

/** A turn to try something that only the right one knows; refused to who tried too often. To be forgiven when it was right. */
export async function reserveAttempt(
  ground: Pick<Ground, 'db' | 'cache' | 'clock'>,
  who: { readonly login: string; readonly address: string },
): Promise<Reservation> {
  const { failed_sign_ins_per_minute: limit } = await settingsOf(ground)
  const reserved = guardOf(ground).throttle.reserve(who, ground.clock.now(), limit)
  if (reserved.retryAfter !== undefined) refuseTooMany(reserved.retryAfter)
  return reserved
}

export function refuseTooMany(seconds: number): never {
  throw new Refusal('too-many', 'Too many failed sign-ins, try again later.', {
    headers: { 'Retry-After': `${seconds}` },
  })
}
