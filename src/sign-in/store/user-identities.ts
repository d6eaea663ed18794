import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The unique identity of a user at an identity provider (OpenID Connect Core §2: `sub`). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Returns the linked account; undefined: none yet. */
export async function findUserByIdentity(db: Reader, { issuer, subject }: Identity): Promise<UserId | undefined> {
  const query = db.selectFrom('user_identity').select('user_id').where('issuer', '=', issuer)
  return (await query.where('subject', '=', subject).executeTakeFirst())?.user_id
}

/** Returns whether an account is linked to a provider. */
export async function isLinked(db: Reader, userId: UserId, issuer: string): Promise<boolean> {
  const query = db.selectFrom('user_identity').select('subject').where('user_id', '=', userId)
  return (await query.where('issuer', '=', issuer).executeTakeFirst()) !== undefined
}

/** Links an identity; a linked identity aborts the transaction. */
export async function addIdentity(
  tx: Tx,
  _permit: CredentialPermit,
  { issuer, subject }: Identity,
  userId: UserId,
  at: EpochSeconds,
): Promise<void> {
  const row = { issuer, subject, user_id: userId, linked_on: at, last_used_on: at }
  await tx.insertInto('user_identity').values(row).execute()
}

export async function recordIdentityUse(
  tx: Tx,
  _permit: CredentialPermit,
  { issuer, subject }: Identity,
  at: EpochSeconds,
): Promise<void> {
  const query = tx.updateTable('user_identity').set({ last_used_on: at }).where('issuer', '=', issuer)
  await query.where('subject', '=', subject).execute()
}
