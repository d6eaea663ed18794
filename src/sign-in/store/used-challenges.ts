import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Tx } from '../../database/db/db.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/**
 * Records the use of a challenge. Returns true only for its first use. Expired ones are removed: they cannot be used
 * any more.
 */
export async function consumeChallenge(
  tx: Tx,
  _permit: CredentialPermit,
  { hash, expiresOn }: { readonly hash: string; readonly expiresOn: EpochSeconds },
  now: EpochSeconds,
): Promise<boolean> {
  await tx.deleteFrom('used_challenge').where('expires_on', '<=', now).execute()
  const insert = tx.insertInto('used_challenge').values({ hash, expires_on: expiresOn })
  const inserted = await insert.onConflict((conflict) => conflict.column('hash').doNothing()).executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}
