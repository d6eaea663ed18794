import { canSignIn, normalizeLogin, type User } from '../../accounts/model/user.ts'
import { decoyHash, verifyPassword } from '../../accounts/passwords/password-hash.ts'
import { type AccountWithPassword, findAccountByLogin, lockAccounts } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { loadFactors } from '../store/second-factors.ts'
import type { AuthenticationDeps } from './authentication-method.ts'
import { reserveAttempt } from './sign-in-guard.ts'
import { getVerifiedPasswords } from './verified-passwords.ts'

export interface PasswordAttempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

/**
 * Returns the account of a login and a password, with the hash against which the password was verified; undefined when
 * no such account may sign in. The duration reveals nothing about accounts, and the setting limits the attempts.
 */
export async function checkPassword(
  deps: AuthenticationDeps,
  attempt: PasswordAttempt,
): Promise<AccountWithPassword | undefined> {
  const verdicts = getVerifiedPasswords(deps)
  const account = await findAccountByLogin(deps.db.read, attempt.login)
  const hash = account?.passwordHash ?? decoyHash
  const proof = { hash, ...attempt, login: normalizeLogin(attempt.login) }
  const mayUse = account !== undefined && account.passwordHash !== null && canSignIn(account.user.status)
  if (mayUse && verdicts.isKnown(proof)) return account

  // The same pair in many concurrent requests, as a client without a cookie sends it, is one attempt.
  const isRight = await verdicts.decide(proof, async () => {
    const reserved = await reserveAttempt(deps, attempt)
    const isMatch = await verifyPassword(hash, attempt.password)
    if (isMatch && mayUse) await reserved.forgive()
    return isMatch
  })
  return isRight && mayUse ? account : await recordFailedSignIn(deps, attempt, account?.user)
}

/**
 * Returns whether the account still has the password that was verified, may sign in, and needs nothing but the password.
 * Locks the account: a transaction that changes any of it runs before this one or after it.
 */
export async function isPasswordCurrent(tx: Tx, { user: { id }, passwordHash }: AccountWithPassword): Promise<boolean> {
  const now = (await lockAccounts(tx, [id])).get(id)
  if (now === undefined || !canSignIn(now.user.status) || now.passwordHash !== passwordHash) return false
  return (await loadFactors(tx, id)).length === 0
}

async function recordFailedSignIn(
  deps: AuthenticationDeps,
  { address }: PasswordAttempt,
  user: User | undefined,
): Promise<undefined> {
  const by = { kind: 'claimed', id: user?.id ?? null } as const
  const entry = { at: deps.clock.now(), by, address, action: 'sign-in failed' }
  // An unknown login may be a password that was typed into the wrong field, so it is not recorded.
  await deps.db.write((tx) => tx.audit({ ...entry, subject: user?.login ?? 'unknown login' }))
  return undefined
}
