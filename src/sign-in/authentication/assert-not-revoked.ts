import { type AccountWithPassword, lockAccounts } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Credential } from '../../world/model/credential.ts'
import type { Session } from '../model/session.ts'
import { lockSession } from '../store/sessions.ts'
import { assertUsableAccount } from './assert-usable-account.ts'

/**
 * Throws unless the credential of the request still authenticates the caller. A transaction that issues a credential
 * starts with it, so that none is issued for one that was revoked after the request was authenticated. Locks the account
 * of the caller, and `others` with it; returns them.
 */
export async function assertNotRevoked(
  tx: Tx,
  caller: Caller,
  credential: Credential | null,
  others: readonly UserId[] = [],
): Promise<ReadonlyMap<UserId, AccountWithPassword>> {
  if (caller.kind === 'system') return lockAccounts(tx, others)
  const isUser = caller.kind === 'member'
  const accounts = await lockAccounts(tx, isUser ? [caller.id, ...others] : others)
  const account = isUser ? accounts.get(caller.id) : undefined
  if (account === undefined || credential === null) throw new Refusal('unauthenticated')
  assertUsableAccount(account.user)
  if (!(await credential.isValid(tx))) throw new Refusal('unauthenticated')
  return accounts
}

/** Throws unless the session has not been ended and its account may be used. Locks the account; returns it. */
export async function assertSessionActive(
  tx: Tx,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<AccountWithPassword> {
  const account = (await lockAccounts(tx, [userId])).get(userId)
  if (account === undefined) throw new Refusal('unauthenticated', 'Sign in again.')
  assertUsableAccount(account.user)
  if (!(await lockSession(tx, id))) throw new Refusal('unauthenticated', 'Sign in again.')
  return account
}
