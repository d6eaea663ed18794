import type { Tx } from '../../kit/db/db.ts'
import { lockRow } from '../../kit/db/sql.ts'
import type { ProjectId } from '../../kit/ids.ts'

/** Serializes changes of tracker names in a project, so that a free name stays free. */
export async function lockTrackersOfProject(tx: Tx, id: ProjectId): Promise<void> {
  await lockRow(tx.selectFrom('project').select('id').where('id', '=', id)).executeTakeFirst()
}
