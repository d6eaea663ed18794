import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { AttachableFile } from '../../fields/contexts/write-context.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { ArtifactId, FieldId, FileId } from '../../kit/values/ids.ts'
import type { AttachPermit } from '../../uploads/model/upload-permit.ts'

const columns = [
  'file.id',
  'file.field_id as fieldId',
  'file.artifact_id as artifactId',
  'file.submitted_by as submittedBy',
  'file.status',
  'upload.expires_on as expiresOn',
] as const

/** uploads/model/upload.ts: kinds of uploads whose ids are file ids. */
const kindsOfFiles = ['tracker', 'temporary'] as const

/** Loads the facts that decide whether files can be attached. */
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
 * Attaches unattached files and returns them. The condition is evaluated when the row is written: of two transactions
 * that want the same file, the second finds it attached.
 */
export async function attachFiles(
  tx: Tx,
  permit: AttachPermit,
  ids: readonly FileId[],
  to: { readonly artifact: ArtifactId; readonly field: FieldId },
): Promise<Set<FileId>> {
  if (permit.action === 'update') assertSubject(permit, to.artifact)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .updateTable('file')
    .set({ artifact_id: to.artifact, field_id: to.field, status: 'attached' })
    .where(inList('id', ids))
    .where('status', '=', 'complete')
    .where('artifact_id', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Detaches files; rows and bytes stay, because the history refers to them. */
export async function detachFiles(
  tx: Tx,
  permit: AttachPermit,
  ids: readonly FileId[],
  from: ArtifactId,
): Promise<void> {
  if (permit.action === 'update') assertSubject(permit, from)
  if (ids.length === 0) return
  await tx
    .updateTable('file')
    .set({ status: 'detached' })
    .where(inList('id', ids))
    .where('artifact_id', '=', from)
    .where('status', '=', 'attached')
    .execute()
}
