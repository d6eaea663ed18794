import type { Reader, Tx } from '../../kit/db/db.ts'
import { lockRow } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'

// kit/db/migrations/0009-texts.ts set it where artifacts were; n: the first artifact that is not written anew.
const mark = 'texts to rewrite'

/** Whether texts of artifacts wait for being written anew. */
export async function isReindexingDue(db: Reader): Promise<boolean> {
  return (await db.selectFrom('revision').select('n').where('subject', '=', mark).executeTakeFirst()) !== undefined
}

/** The next artifacts whose texts are to be written anew, locked; undefined: somebody else was done with all of them. */
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

/** Everything up to this one is written; undefined: all is. */
export async function markReindexed(tx: Tx, last: ArtifactId | undefined): Promise<void> {
  await (last === undefined
    ? tx.deleteFrom('revision').where('subject', '=', mark).execute()
    : tx
        .updateTable('revision')
        .set({ n: last + 1 })
        .where('subject', '=', mark)
        .execute())
}
