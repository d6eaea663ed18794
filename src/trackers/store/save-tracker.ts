import type { Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Tracker } from '../model/tracker.ts'

/** null: it is not deleted any more. */
export async function saveDeletion(
  tx: Tx,
  { subject }: Permit<'remove', Tracker>,
  deletedOn: EpochSeconds | null,
): Promise<void> {
  await tx.updateTable('tracker').set({ deleted_on: deletedOn }).where('id', '=', subject.id).execute()
  await touch(tx, 'trackers')
}
