import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import type { NewTrackersPermit } from '../model/new-trackers-permit.ts'

/** The place of a row of `tracker`, after all others unless it was arranged. */
export const placeOfTracker = (): RawBuilder<number> => sql<number>`coalesce((
  select tracker_place.place from tracker_place where tracker_place.tracker_id = tracker.id
), 2147483647)`

/** Returns the trackers of a project that are not deleted, as arranged. */
export async function loadTrackerOrder(db: Reader, projectId: ProjectId): Promise<TrackerId[]> {
  const query = db.selectFrom('tracker').select('id').where('project_id', '=', projectId)
  const rows = await query
    .where('deleted_on', 'is', null)
    .orderBy(placeOfTracker())
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Replaces the order; a deleted tracker loses its place, so that it is the last one once it is restored. */
export async function saveTrackerOrder(
  tx: Tx,
  { subject }: Permit<'administer', Project>,
  ids: readonly TrackerId[],
): Promise<void> {
  const ofProject = tx.selectFrom('tracker').select('id').where('project_id', '=', subject.id)
  await tx.deleteFrom('tracker_place').where('tracker_id', 'in', ofProject).execute()
  await insertPlaces(tx, ids)
}

/** Returns the places of those trackers that were arranged. */
export async function loadTrackerPlaces(db: Reader, trackers: readonly TrackerId[]): Promise<Map<TrackerId, number>> {
  if (trackers.length === 0) return new Map()
  const rows = await db.selectFrom('tracker_place').selectAll().where(inList('tracker_id', trackers)).execute()
  return new Map(rows.map((row) => [row.tracker_id, row.place]))
}

/** Saves the order of new trackers: of those whose originals were arranged. */
export async function saveNewTrackerOrder(
  tx: Tx,
  _permit: NewTrackersPermit,
  ids: readonly TrackerId[],
): Promise<void> {
  await insertPlaces(tx, ids)
}

async function insertPlaces(tx: Tx, ids: readonly TrackerId[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((id, place) => ({ tracker_id: id, place }))
  await insertRows(tx, 'tracker_place', rows)
}
