import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, FieldId, FileId } from '../../kit/values/ids.ts'

/** The row of a file of an artifact. */
export interface FileRow {
  readonly id: FileId
  readonly artifactId: ArtifactId
  readonly fieldId: FieldId | null
  readonly status: string
}

export async function loadFileRows(db: Reader, ids: readonly ArtifactId[]): Promise<FileRow[]> {
  const query = db.selectFrom('file').select(['id', 'artifact_id', 'field_id', 'status'])
  const rows = await query.where(inList('artifact_id', ids)).orderBy('id').execute()
  return rows.flatMap(({ id, artifact_id: artifactId, field_id: fieldId, status }) =>
    artifactId === null ? [] : [{ id, artifactId, fieldId, status }],
  )
}
