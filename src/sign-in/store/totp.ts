import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Totp } from '../model/totp.ts'

const toTotp = (row: Tables['totp']): Totp => ({
  userId: row.user_id,
  secret: row.secret,
  enabledOn: row.enabled_on,
  lastStep: row.last_step,
  failures: row.failures,
  failedOn: row.failed_on,
})

export async function findTotp(db: Reader, userId: UserId): Promise<Totp | undefined> {
  const row = await db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row && toTotp(row)
}

/** Returns the authenticator app and locks it: concurrent verifications of codes wait. */
export async function lockTotp(tx: Tx, userId: UserId): Promise<Totp | undefined> {
  const row = await lockRows(tx, tx.selectFrom('totp').selectAll().where('user_id', '=', userId)).executeTakeFirst()
  return row && toTotp(row)
}

/** Saves an app that is not enabled yet; it replaces another one that was never enabled. */
export async function beginTotp(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  secret: string,
): Promise<void> {
  const row = { user_id: userId, secret, enabled_on: null, last_step: 0, failures: 0, failed_on: null }
  const insert = tx.insertInto('totp').values(row)
  await insert
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...row, user_id: undefined }))
    .execute()
}

export async function activateTotp(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  at: EpochSeconds,
): Promise<void> {
  await tx.updateTable('totp').set({ enabled_on: at }).where('user_id', '=', userId).execute()
}

/** Removes the app. Returns whether there was one. */
export async function removeTotp(tx: Tx, { subject: userId }: Permit<'change factors', UserId>): Promise<boolean> {
  const removed = await tx.deleteFrom('totp').where('user_id', '=', userId).executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

export async function recordAcceptedCode(
  tx: Tx,
  _permit: CredentialPermit,
  userId: UserId,
  step: number,
): Promise<void> {
  const set = { last_step: step, failures: 0, failed_on: null }
  await tx.updateTable('totp').set(set).where('user_id', '=', userId).execute()
}

export async function recordWrongCode(
  tx: Tx,
  _permit: CredentialPermit,
  userId: UserId,
  at: EpochSeconds,
): Promise<void> {
  const update = tx.updateTable('totp').set(({ eb }) => ({ failures: eb('failures', '+', 1), failed_on: at }))
  await update.where('user_id', '=', userId).execute()
}
