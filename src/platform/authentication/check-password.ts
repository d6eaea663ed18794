import { Refusal } from '../../kit/refusal.ts'
import { canSignIn, loginKey, type User } from '../model/user.ts'
import { record } from '../store/audit.ts'
import { settingsOf } from '../store/settings.ts'
import { lookForPassword } from '../store/users.ts'
import { decoyHash, isPasswordOf } from './password-hash.ts'
import { PasswordVerdicts } from './password-verdicts.ts'
import { SignInThrottle } from './sign-in-throttle.ts'
import type { Ground } from './way-in.ts'

export interface Attempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

/**
 * The account behind a login and a password; undefined when there is none that may sign in. A stranger learns nothing
 * from the time it takes, and nobody may guess faster than the setting says.
 */
export async function checkPassword(ground: Ground, attempt: Attempt): Promise<User | undefined> {
  const { verdicts, throttle } = guardOf(ground)
  const found = await lookForPassword(ground.db.read, attempt.login)
  const hash = found?.passwordHash ?? decoyHash
  const proof = { hash, login: loginKey(attempt.login), password: attempt.password }
  const mayUse = found !== undefined && found.passwordHash !== null && canSignIn(found.user.status)
  if (mayUse && verdicts.isKnown(proof)) return found.user

  // The same pair sent many times at once, as a client without a cookie does, is one attempt.
  const isRight = await verdicts.decide(proof, async () => {
    const { failed_sign_ins_per_minute: limit } = await settingsOf(ground)
    const reserved = throttle.reserve(attempt, ground.clock.now(), limit)
    if (reserved.retryAfter !== undefined) refuseTooMany(reserved.retryAfter)
    const isMatch = await isPasswordOf(hash, attempt.password)
    if (isMatch && mayUse) reserved.forgive()
    return isMatch
  })
  return isRight && mayUse ? found.user : await failed(ground, attempt, found?.user)
}

function refuseTooMany(seconds: number): never {
  throw new Refusal('too-many', 'Too many failed sign-ins, try again later.', {
    headers: { 'Retry-After': `${seconds}` },
  })
}

async function failed(ground: Ground, { login, address }: Attempt, user: User | undefined): Promise<undefined> {
  const by = { kind: 'claimed', id: user?.id ?? null } as const
  const entry = { at: ground.clock.now(), by, address, action: 'sign-in failed' }
  await ground.db.write((tx) => record(tx, { ...entry, subject: login.slice(0, 100) }))
  return undefined
}

interface Guard {
  readonly verdicts: PasswordVerdicts
  readonly throttle: SignInThrottle
}

/** What this process knows of recent attempts, for each database it serves. */
const guards = new WeakMap<object, Guard>()

function guardOf({ db }: Ground): Guard {
  const known = guards.get(db)
  if (known !== undefined) return known
  const guard = { verdicts: new PasswordVerdicts(), throttle: new SignInThrottle() }
  guards.set(db, guard)
  return guard
}
