import type { Reader } from '../../database/db/db.ts'
import type { TrackerId, TransitionId } from '../../kit/values/ids.ts'

/** The tracker a transition belongs to. */
export async function findTrackerOfTransition(db: Reader, id: TransitionId): Promise<TrackerId | undefined> {
  const row = await db.selectFrom('transition').select('tracker_id').where('id', '=', id).executeTakeFirst()
  return row?.tracker_id
}
