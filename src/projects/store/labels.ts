import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Label } from '../model/label.ts'

/**
 * Returns the labels of a project ordered by name. There are only tens of them, so they are searched and cut into pages
 * in memory.
 */
export async function loadLabels(db: Reader, projectId: ProjectId): Promise<Label[]> {
  const rows = await db.selectFrom('label').selectAll().where('project_id', '=', projectId).orderBy('name').execute()
  return rows.map((row) => ({ id: row.id, name: row.name, color: row.color, isOutline: row.is_outline === 1 }))
}
