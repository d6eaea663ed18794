import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/** Returns the names of trackers of a project in lower case; names of deleted trackers are free. */
export async function loadTrackerNames(
  db: Reader,
  projectId: ProjectId,
): Promise<{ readonly names: ReadonlySet<string>; readonly itemNames: ReadonlySet<string> }> {
  const query = db.selectFrom('tracker').select(['name', 'item_name']).where('project_id', '=', projectId)
  const rows = await query.where('deleted_on', 'is', null).execute()
  return {
    names: new Set(rows.map((row) => row.name.trim().toLowerCase())),
    itemNames: new Set(rows.map((row) => row.item_name.toLowerCase())),
  }
}
