import type { Reader, Tx } from '../../kit/db/db.ts'
import { lockRow } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'

// Set by kit/db/migrations/0009-texts.ts if there were artifacts; n: the first artifact that is not reindexed yet.
const mark = 'texts to rewrite'

/** Whether texts of artifacts must be reindexed. */
export async function isReindexingDue(db: Reader): Promise<boolean> {
  return (await db.selectFrom('revision').select('n').where('subject', '=', mark).executeTakeFirst()) !== undefined
}

/** Locks and returns the next artifacts to reindex; undefined: another node has finished. */
export async function lockNextToReindex(tx: Tx, count: number): Promise<ArtifactId[] | undefined> {
  // One node at a time.
  const marked = lockRow(tx.selectFrom('revision').select('n').where('subject', '=', mark))
  const row = await marked.executeTakeFirst()
  if (row === undefined) return undefined
  const artifacts = tx
    .selectFrom('artifact')
    .select('id')
    .where('id', '>=', row.n as ArtifactId)
  return (await lockRow(artifacts.orderBy('id').limit(count)).execute()).map(({ id }) => id)
}

/** Stores the progress; undefined: finished. */
export async function markReindexed(tx: Tx, last: ArtifactId | undefined): Promise<void> {
  await (last === undefined
    ? tx.deleteFrom('revision').where('subject', '=', mark).execute()
    : tx
        .updateTable('revision')
        .set({ n: last + 1 })
        .where('subject', '=', mark)
        .execute())
}
