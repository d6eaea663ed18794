import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { TrackerId } from '../../kit/ids.ts'

/** The number that the next artifact of each tracker gets. */
export async function nextNumbers(db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, number>> {
  if (trackers.length === 0) return new Map()
  const rows = await db.selectFrom('tracker').select(['id', 'next_number']).where(inList('id', trackers)).execute()
  return new Map(rows.map((row) => [row.id, row.next_number]))
}
