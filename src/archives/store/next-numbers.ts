import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

/** Returns the number of the next artifact of each tracker. */
export async function loadNextNumbers(db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, number>> {
  if (trackers.length === 0) return new Map()
  const rows = await db.selectFrom('tracker').select(['id', 'next_number']).where(inList('id', trackers)).execute()
  return new Map(rows.map((row) => [row.id, row.next_number]))
}
