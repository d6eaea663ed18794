import type { Tx } from '../../kit/db/db.ts'
import { lockRow } from '../../kit/db/sql.ts'
import type { ProjectId } from '../../kit/ids.ts'

/** Whoever gives a tracker of a project a name does so one after the other: a name found free stays free. */
export async function lockTrackersOfProject(tx: Tx, id: ProjectId): Promise<void> {
  await lockRow(tx.selectFrom('project').select('id').where('id', '=', id)).executeTakeFirst()
}
