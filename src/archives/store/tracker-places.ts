import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Returns the places of those trackers that were arranged. */
export async function loadTrackerPlaces(db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, number>> {
  if (trackers.length === 0) return new Map()
  const rows = await db.selectFrom('tracker_place').selectAll().where(inList('tracker_id', trackers)).execute()
  return new Map(rows.map((row) => [row.tracker_id, row.place]))
}

/** Saves the places of new trackers, in this order. */
export async function saveTrackerPlaces(
  tx: Tx,
  _permit: Permit<'complete', { readonly id: ProjectId }>,
  trackers: readonly TrackerId[],
): Promise<void> {
  if (trackers.length === 0) return
  const rows = trackers.map((id, place) => ({ tracker_id: id, place }))
  await insertRows(tx, 'tracker_place', rows)
}
