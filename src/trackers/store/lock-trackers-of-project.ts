import type { Tx } from '../../kit/db/db.ts'
import { lockRows } from '../../kit/db/lock-rows.ts'
import type { ProjectId } from '../../kit/ids.ts'

/** Serializes changes of tracker names in a project, so that a free name stays free. */
export async function lockTrackersOfProject(tx: Tx, id: ProjectId): Promise<void> {
  await lockRows(tx, tx.selectFrom('project').select('id').where('id', '=', id)).executeTakeFirst()
}
