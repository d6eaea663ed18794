import type { Reader } from '../../database/db/db.ts'
import type { FieldId, TrackerId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Loads the contributor fields of all existing trackers. */
export async function loadAssigneeFields(db: Reader): Promise<FieldId[]> {
  const rows = await db
    .selectFrom('semantic')
    .innerJoin('tracker', 'tracker.id', 'semantic.tracker_id')
    .select('semantic.definition')
    .where('semantic.kind', '=', 'contributor')
    .where('tracker.deleted_on', 'is', null)
    .execute()
  // trackers/model/tracker.ts defines the content of this semantic.
  return rows.map((row) => (JSON.parse(row.definition) as { readonly field: FieldId }).field)
}

/** Loads the trackers with matching artifacts. */
export async function loadTrackersWith(db: Reader, where: ArtifactCondition): Promise<TrackerId[]> {
  const rows = await db.selectFrom('artifact').select('tracker_id').distinct().where(where).execute()
  return rows.map((row) => row.tracker_id)
}
