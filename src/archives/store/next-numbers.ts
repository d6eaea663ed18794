import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { TrackerId } from '../../kit/ids.ts'

/** Returns the number of the next artifact of each tracker. */
export async function loadNextNumbers(db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, number>> {
  if (trackers.length === 0) return new Map()
  const rows = await db.selectFrom('tracker').select(['id', 'next_number']).where(inList('id', trackers)).execute()
  return new Map(rows.map((row) => [row.id, row.next_number]))
}
