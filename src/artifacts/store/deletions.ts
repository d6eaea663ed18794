import type { Reader, Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Artifact } from '../model/artifact.ts'

/** Counts the artifacts that a user deleted since a time. */
export async function countDeletions(db: Reader, user: UserId, since: EpochSeconds): Promise<number> {
  const query = db.selectFrom('artifact_deletion').select(({ fn }) => fn.countAll<number>().as('n'))
  const row = await query.where('user_id', '=', user).where('at', '>=', since).executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** Locks the user, so that concurrent deletions wait for the end of the transaction. */
export async function lockDeletions(tx: Tx, user: UserId): Promise<void> {
  await lockRows(tx, tx.selectFrom('user').select('id').where('id', '=', user)).execute()
}

export async function addDeletion(
  tx: Tx,
  { subject: artifact }: Permit<'delete', Artifact>,
  { user, at }: { readonly user: UserId; readonly at: EpochSeconds },
): Promise<void> {
  await tx.insertInto('artifact_deletion').values({ user_id: user, at, artifact_id: artifact.id }).execute()
}

/** Removes deletions that no longer count. */
export async function removeDeletions(
  tx: Tx,
  _permit: Permit<'delete', Artifact>,
  before: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('artifact_deletion').where('at', '<', before).execute()
}
