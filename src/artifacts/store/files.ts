import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { AttachedFile } from '../../fields/contexts/present-context.ts'
import type { FileId } from '../../kit/values/ids.ts'

export async function loadFiles(db: Reader, ids: readonly FileId[]): Promise<Map<FileId, AttachedFile>> {
  if (ids.length === 0) return new Map()
  const columns = [
    'id',
    'name',
    'size',
    'media_type as mediaType',
    'description',
    'submitted_by as submittedBy',
  ] as const
  const rows = await db.selectFrom('file').select(columns).where(inList('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
