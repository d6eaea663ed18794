import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { subject: userId }: Permit<'change factors', UserId>,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await insertRows(
    tx,
    'recovery_code',
    hashes.map((hash) => ({ user_id: userId, hash })),
  )
}

/** Removes a code. Returns true for only one of several concurrent uses. */
export async function consumeRecoveryCode(
  tx: Tx,
  _permit: CredentialPermit,
  userId: UserId,
  hash: string,
): Promise<boolean> {
  const spent = tx.deleteFrom('recovery_code').where('user_id', '=', userId).where('hash', '=', hash)
  return Number((await spent.executeTakeFirst()).numDeletedRows) > 0
}
