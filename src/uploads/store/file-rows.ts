import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, FileId } from '../../kit/values/ids.ts'

/** The columns of a file that concern its bytes. */
export interface FileRow {
  readonly id: FileId
  readonly name: string
  readonly size: number
  readonly blob: string
  /** null: not attached */
  readonly artifact: ArtifactId | null
}

const columns = ['id', 'name', 'size', 'blob', 'artifact_id as artifact'] as const

/** Returns a page of files that have bytes, ordered by id. */
export async function loadFileRowsAfter(db: Reader, id: number, limit: number): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('file')
    .select(columns)
    .where('id', '>', id as FileId)
    .where('blob', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(asRow)
}

export async function loadFileRows(db: Reader, ids: readonly FileId[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('file').select(columns).where(inList('id', ids)).execute()).flatMap(asRow)
}

const asRow = ({ blob, ...row }: Omit<FileRow, 'blob'> & { readonly blob: string | null }): FileRow[] =>
  blob === null ? [] : [{ ...row, blob }]
