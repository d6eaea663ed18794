import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'

/** Returns those of these names of bytes that a file, a preview or an archive refers to. */
export async function loadBlobsInUse(db: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  const [files, previews, exports] = await Promise.all([
    db.selectFrom('file').select('blob').where(inList('blob', names)).execute(),
    db.selectFrom('file').select('preview as blob').where(inList('preview', names)).execute(),
    db.selectFrom('project_export').select('blob').where(inList('blob', names)).execute(),
  ])
  return new Set([...files, ...previews, ...exports].flatMap(({ blob }) => (blob === null ? [] : [blob])))
}
