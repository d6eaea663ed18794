import type { Selectable } from 'kysely'
import { normalizeEmail, type User } from '../../accounts/model/user.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { EmailChange } from '../model/email-change.ts'

const toChange = (row: Selectable<Tables['email_change']>): EmailChange => ({
  hash: row.hash,
  userId: row.user_id,
  email: row.email,
  createdOn: row.created_on,
  expiresOn: row.expires_on,
})

/** Returns the pending change of a confirmation link. */
export async function findEmailChange(db: Reader, hash: string, now: EpochSeconds): Promise<EmailChange | undefined> {
  const query = db.selectFrom('email_change').selectAll().where('hash', '=', hash)
  const row = await query.where('is_open', '=', 1).where('expires_on', '>', now).executeTakeFirst()
  return row && toChange(row)
}

/** Returns the pending email address of an account. */
export async function findPendingEmail(db: Reader, userId: UserId, now: EpochSeconds): Promise<string | null> {
  const query = db.selectFrom('email_change').select('email').where('user_id', '=', userId)
  return (await query.where('is_open', '=', 1).where('expires_on', '>', now).executeTakeFirst())?.email ?? null
}

/**
 * Returns when confirmations of the last day were sent, the first one first, and locks the account: it sends no other
 * before the transaction ends.
 */
export async function lockEmailChangesOf(
  tx: Tx,
  { subject: { id } }: Permit<'update', User>,
  now: EpochSeconds,
): Promise<readonly Pick<EmailChange, 'createdOn' | 'expiresOn'>[]> {
  await lockRows(tx, tx.selectFrom('user').select('id').where('id', '=', id)).execute()
  const query = tx.selectFrom('email_change').selectAll().where('user_id', '=', id).where('expires_on', '>', now)
  return (await query.orderBy('created_on').execute()).map(toChange)
}

/** Adds the only pending change of an account, and removes expired ones. */
export async function addEmailChange(tx: Tx, permit: Permit<'update', User>, change: EmailChange): Promise<void> {
  await endEmailChangesOf(tx, permit)
  await tx.deleteFrom('email_change').where('expires_on', '<=', change.createdOn).execute()
  const { hash, email, createdOn, expiresOn } = change
  const row = { hash, user_id: permit.subject.id, email, email_key: normalizeEmail(email), is_open: 1 } as const
  await tx
    .insertInto('email_change')
    .values({ ...row, created_on: createdOn, expires_on: expiresOn })
    .execute()
}

/**
 * Ends a pending change. Returns false when a concurrent request did. Other accounts that want the same address wait.
 */
export async function consumeEmailChange(
  tx: Tx,
  { subject: user }: Permit<'update', User>,
  { hash, email }: EmailChange,
): Promise<boolean> {
  const same = tx.selectFrom('email_change').select('hash').where('email_key', '=', normalizeEmail(email))
  await lockRows(tx, same.orderBy('hash')).execute()
  const open = tx
    .updateTable('email_change')
    .set({ is_open: 0 })
    .where('user_id', '=', user.id)
    .where('hash', '=', hash)
    .where('is_open', '=', 1)
  return Number((await open.executeTakeFirst()).numUpdatedRows) > 0
}

/** Ends all pending changes of an account. Returns whether there was one. */
export async function endEmailChangesOf(tx: Tx, { subject: user }: Permit<'update', User>): Promise<boolean> {
  const open = tx.updateTable('email_change').set({ is_open: 0 }).where('user_id', '=', user.id)
  return Number((await open.where('is_open', '=', 1).executeTakeFirst()).numUpdatedRows) > 0
}
