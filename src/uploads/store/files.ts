import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'

/** Of these names of bytes, those that a file or an archive speaks of. */
export async function blobsInUse(db: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  const [files, exports] = await Promise.all([
    db.selectFrom('file').select('blob').where(inList('blob', names)).execute(),
    db.selectFrom('project_export').select('blob').where(inList('blob', names)).execute(),
  ])
  return new Set([...files, ...exports].flatMap(({ blob }) => (blob === null ? [] : [blob])))
}

/** How many names of bytes files speak of. */
export async function countBlobs(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('file')
    .select(({ fn }) => fn.count<number>('blob').distinct().as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
