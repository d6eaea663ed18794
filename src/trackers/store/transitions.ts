import type { Reader } from '../../kit/db/db.ts'
import type { TrackerId, TransitionId } from '../../kit/ids.ts'

/** The tracker a transition belongs to. */
export async function findTrackerOfTransition(db: Reader, id: TransitionId): Promise<TrackerId | undefined> {
  const row = await db.selectFrom('transition').select('tracker_id').where('id', '=', id).executeTakeFirst()
  return row?.tracker_id
}
