import type { Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Tracker } from '../model/tracker.ts'
import { loadTrackers } from './trackers.ts'

/** Returns and locks a tracker; other changes of its structure wait for the end of the transaction. */
export async function lockTracker(tx: Tx, id: TrackerId): Promise<Tracker | undefined> {
  await lockRows(tx, tx.selectFrom('tracker').select('id').where('id', '=', id)).executeTakeFirst()
  return (await loadTrackers(tx, [id])).get(id)
}
