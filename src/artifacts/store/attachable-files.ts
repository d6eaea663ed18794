import type { AttachableFile } from '../../fields/write-context.ts'
import type { Reader, Tx } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId, FieldId, FileId } from '../../kit/ids.ts'

const columns = [
  'file.id',
  'file.field_id as fieldId',
  'file.artifact_id as artifactId',
  'file.submitted_by as submittedBy',
  'file.state',
  'upload.expires_on as expiresOn',
] as const

/** uploads/model/upload.ts: those whose ids are the ids of files. */
const kindsOfFiles = ['tracker', 'temporary'] as const

/** Files as far as it matters whether they may be attached. */
export async function loadAttachableFiles(db: Reader, ids: readonly FileId[]): Promise<Map<FileId, AttachableFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .leftJoin('upload', (join) => join.onRef('upload.id', '=', 'file.id').on('upload.kind', 'in', kindsOfFiles))
    .select(columns)
    .where(inList('file.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Those of the files that were free and are attached now. The condition is asked of the row as it is when it is
 * written: of two transactions that want the same file the second one finds it taken.
 */
export async function attachFiles(
  tx: Tx,
  ids: readonly FileId[],
  to: { readonly artifact: ArtifactId; readonly field: FieldId },
): Promise<Set<FileId>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .updateTable('file')
    .set({ artifact_id: to.artifact, field_id: to.field, state: 'attached' })
    .where(inList('id', ids))
    .where('state', '=', 'complete')
    .where('artifact_id', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The rows and the bytes stay: the history of the artifact speaks of them. */
export async function detachFiles(tx: Tx, ids: readonly FileId[], from: ArtifactId): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('file')
    .set({ state: 'detached' })
    .where(inList('id', ids))
    .where('artifact_id', '=', from)
    .where('state', '=', 'attached')
    .execute()
}
