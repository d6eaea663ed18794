import type { Tx } from '../../kit/db/db.ts'
import { canSignIn, loginKey, type User } from '../model/user.ts'
import { record } from '../store/audit.ts'
import { factorsOf } from '../store/second-factors.ts'
import { type AccountWithPassword, lockAccounts, lookForPassword } from '../store/users.ts'
import { decoyHash, isPasswordOf } from './password-hash.ts'
import { guardOf, reserveAttempt } from './sign-in-guard.ts'
import type { Ground } from './way-in.ts'

export interface Attempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

/**
 * Returns the account behind a login and a password, with the hash that the password was verified against; undefined when
 * no account with them may sign in. The time it takes tells nothing about accounts, and the setting limits the attempts.
 */
export async function checkPassword(ground: Ground, attempt: Attempt): Promise<AccountWithPassword | undefined> {
  const { verdicts } = guardOf(ground)
  const found = await lookForPassword(ground.db.read, attempt.login)
  const hash = found?.passwordHash ?? decoyHash
  const proof = { hash, login: loginKey(attempt.login), password: attempt.password }
  const mayUse = found !== undefined && found.passwordHash !== null && canSignIn(found.user.status)
  if (mayUse && verdicts.isKnown(proof)) return found

  // The same pair sent many times at once, as a client without a cookie does, is one attempt.
  const isRight = await verdicts.decide(proof, async () => {
    const reserved = await reserveAttempt(ground, attempt)
    const isMatch = await isPasswordOf(hash, attempt.password)
    if (isMatch && mayUse) reserved.forgive()
    return isMatch
  })
  return isRight && mayUse ? found : await failed(ground, attempt, found?.user)
}

/**
 * Returns whether the account still has the password that was verified, may sign in, and needs nothing but the password.
 * Locks the account: a transaction that changes any of it runs before this one or after it.
 */
export async function isUnchanged(tx: Tx, { user: { id }, passwordHash }: AccountWithPassword): Promise<boolean> {
  const now = (await lockAccounts(tx, [id])).get(id)
  if (now === undefined || !canSignIn(now.user.status) || now.passwordHash !== passwordHash) return false
  return (await factorsOf(tx, id)).length === 0
}

async function failed(ground: Ground, { address }: Attempt, user: User | undefined): Promise<undefined> {
  const by = { kind: 'claimed', id: user?.id ?? null } as const
  const entry = { at: ground.clock.now(), by, address, action: 'sign-in failed' }
  // What is no login may be a password that was typed one line too early: it is not kept.
  await ground.db.write((tx) => record(tx, { ...entry, subject: user?.login ?? 'unknown login' }))
  return undefined
}
