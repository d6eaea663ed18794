import type { Reader, Tx } from '../../kit/db/db.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../model/user.ts'

/** Of the secret of a link there is the digest alone. */
export interface PasswordReset {
  readonly hash: string
  readonly createdOn: EpochSeconds
  readonly expiresOn: EpochSeconds
}

/** Whose password a link sets, unless it has run out. */
export async function findPasswordReset(db: Reader, hash: string, now: EpochSeconds): Promise<UserId | undefined> {
  const query = db.selectFrom('password_reset').select('user_id').where('hash', '=', hash)
  return (await query.where('expires_on', '>', now).executeTakeFirst())?.user_id
}

/** The only one of this account from now on; those that have run out leave on the way. */
export async function savePasswordReset(
  tx: Tx,
  { subject: { id } }: Permit<'update', User>,
  { hash, createdOn, expiresOn }: PasswordReset,
): Promise<void> {
  await removePasswordResetsOf(tx, id)
  await tx.deleteFrom('password_reset').where('expires_on', '<=', createdOn).execute()
  const row = { hash, user_id: id, created_on: createdOn, expires_on: expiresOn }
  await tx.insertInto('password_reset').values(row).execute()
}

/** Whether it was there: of two that come at once, one is told so. */
export async function consumePasswordReset(tx: Tx, hash: string): Promise<boolean> {
  const removed = await tx.deleteFrom('password_reset').where('hash', '=', hash).executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

export async function removePasswordResetsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
}
