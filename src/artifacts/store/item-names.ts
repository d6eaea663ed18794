import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'

/** Loads the item names (`bug`) of existing artifacts. */
export async function loadItemNames(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, string>> {
  if (ids.length === 0) return new Map()
  const artifacts = db.selectFrom('artifact').innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
  const rows = await artifacts.select(['artifact.id', 'tracker.item_name']).where(inList('artifact.id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row.item_name]))
}

export async function loadAllItemNames(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('tracker').select('item_name').distinct().where('deleted_on', 'is', null).execute()
  return rows.map((row) => row.item_name)
}
