import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { User } from '../../accounts/model/user.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A reset link, of whose secret only the digest is stored. */
export interface PasswordReset {
  readonly hash: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}

/** Returns the account of a link that has not expired. */
export async function findPasswordReset(db: Reader, hash: string, now: EpochSeconds): Promise<UserId | undefined> {
  const query = db.selectFrom('password_reset').select('user_id').where('hash', '=', hash)
  return (await query.where('expires_on', '>', now).executeTakeFirst())?.user_id
}

/** Returns when the current link of an account was created. */
export async function findPasswordResetDate(db: Reader, userId: UserId): Promise<EpochSeconds | undefined> {
  const query = db.selectFrom('password_reset').select('created_on').where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.created_on
}

/** Saves the only link of an account, and removes expired ones. */
export async function savePasswordReset(
  tx: Tx,
  permit: Permit<'update', User>,
  { hash, createdOn, expiresOn }: PasswordReset,
): Promise<void> {
  await removePasswordResetsOf(tx, permit)
  await tx.deleteFrom('password_reset').where('expires_on', '<=', createdOn).execute()
  const row = { hash, user_id: permit.subject.id, created_on: createdOn, expires_on: expiresOn }
  await tx.insertInto('password_reset').values(row).execute()
}

/** Removes a link. Returns false when a concurrent request used it. */
export async function consumePasswordReset(tx: Tx, _permit: CredentialPermit, hash: string): Promise<boolean> {
  const removed = await tx.deleteFrom('password_reset').where('hash', '=', hash).executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

/** Ends the link of an account: with a new password, a new email address, or a status that ends sign-ins. */
export async function removePasswordResetsOf(tx: Tx, { subject: user }: Permit<'update', User>): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', user.id).execute()
}
