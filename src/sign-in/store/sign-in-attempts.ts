import type { CredentialPermit } from '../../accounts/model/account-permit.ts'
import type { Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/**
 * Returns the attempts counted by each of these keys, oldest first, and locks them until the end of the transaction:
 * nodes that receive attempts at the same time count them one after the other.
 */
export async function lockSignInAttempts(
  tx: Tx,
  _permit: CredentialPermit,
  keys: readonly string[],
  endsOn: EpochSeconds,
): Promise<ReadonlyMap<string, readonly EpochSeconds[]>> {
  // In one order, so that no two transactions wait for each other.
  const rows = keys.toSorted().map((key) => ({ key, attempts: '[]', ends_on: endsOn }))
  const locked = await tx
    .insertInto('sign_in_attempts')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_on: endsOn }))
    .returning(['key', 'attempts'])
    .execute()
  return new Map(locked.map(({ key, attempts }) => [key, JSON.parse(attempts)]))
}

export async function updateSignInAttempts(
  tx: Tx,
  _permit: CredentialPermit,
  key: string,
  attempts: readonly EpochSeconds[],
): Promise<void> {
  const set = { attempts: JSON.stringify(attempts) }
  await tx.updateTable('sign_in_attempts').set(set).where('key', '=', key).execute()
}

/** Removes attempts that no longer count. */
export async function removeOldSignInAttempts(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  now: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('ends_on', '<=', now).execute()
}
