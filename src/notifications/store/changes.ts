import type { Change } from '../../artifacts/model/change.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ChangeId } from '../../kit/values/ids.ts'

/** An entry of the change log. */
export type LoggedChange = Change & { readonly id: ChangeId }

export async function loadChanges(db: Reader, ids: readonly ChangeId[]): Promise<LoggedChange[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('change').selectAll().where(inList('id', ids)).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    // Written only by database/unit/settle-changes.ts.
    kind: row.kind as Change['kind'],
    artifact: { id: row.artifact_id, trackerId: row.tracker_id },
    projectId: row.project_id,
    changesetId: row.changeset_id,
    userId: row.user_id,
  }))
}

export const findChange = async (db: Reader, id: ChangeId): Promise<LoggedChange | undefined> =>
  (await loadChanges(db, [id]))[0]
