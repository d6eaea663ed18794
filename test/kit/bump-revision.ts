import { sql } from 'kysely'
import type { Tx } from '../../src/database/db/db.ts'
import type { Topic } from '../../src/kit/caches/revision-cache.ts'

/** Invalidates a topic for tests whose change the transaction does not see, such as that of another process. */
export async function bumpRevision(tx: Tx, topic: Topic): Promise<void> {
  await tx.updateTable('revision').set({ n: sql<number>`n + 1` }).where('topic', '=', topic).execute()
}
