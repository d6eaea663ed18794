import type { Tx } from '../../database/db/db.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/**
 * Serializes changes of names and parents of the trackers of a project, so that a free name stays free, and no tracker
 * becomes its own ancestor.
 */
export async function lockTrackersOfProject(tx: Tx, id: ProjectId): Promise<void> {
  await lockRows(tx, tx.selectFrom('project').select('id').where('id', '=', id)).executeTakeFirst()
}
