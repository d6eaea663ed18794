import type { Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'
import { lockStructure } from './structure-locks.ts'
import { loadTrackers } from './trackers.ts'

/**
 * Returns and locks a tracker; other changes of its structure, and changes of its artifacts, wait for the end of the
 * transaction.
 */
export async function lockTracker(tx: Tx, id: TrackerId): Promise<Tracker | undefined> {
  await lockStructure(tx, id)
  await lockRows(tx, tx.selectFrom('tracker').select('id').where('id', '=', id)).executeTakeFirst()
  return (await loadTrackers(tx, [id])).get(id)
}
