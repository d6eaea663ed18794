import { canSignIn, loginKey, type User } from '../model/user.ts'
import { record } from '../store/audit.ts'
import { lookForPassword } from '../store/users.ts'
import { decoyHash, isPasswordOf } from './password-hash.ts'
import { guardOf, reserveAttempt } from './sign-in-guard.ts'
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
  const { verdicts } = guardOf(ground)
  const found = await lookForPassword(ground.db.read, attempt.login)
  const hash = found?.passwordHash ?? decoyHash
  const proof = { hash, login: loginKey(attempt.login), password: attempt.password }
  const mayUse = found !== undefined && found.passwordHash !== null && canSignIn(found.user.status)
  if (mayUse && verdicts.isKnown(proof)) return found.user

  // The same pair sent many times at once, as a client without a cookie does, is one attempt.
  const isRight = await verdicts.decide(proof, async () => {
    const reserved = await reserveAttempt(ground, attempt)
    const isMatch = await isPasswordOf(hash, attempt.password)
    if (isMatch && mayUse) reserved.forgive()
    return isMatch
  })
  return isRight && mayUse ? found.user : await failed(ground, attempt, found?.user)
}

async function failed(ground: Ground, { address }: Attempt, user: User | undefined): Promise<undefined> {
  const by = { kind: 'claimed', id: user?.id ?? null } as const
  const entry = { at: ground.clock.now(), by, address, action: 'sign-in failed' }
  // What is no login may be a password that was typed one line too early: it is not kept.
  await ground.db.write((tx) => record(tx, { ...entry, subject: user?.login ?? 'unknown login' }))
  return undefined
}
