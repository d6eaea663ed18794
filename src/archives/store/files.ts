import type { ArchivePermit } from '../../artifacts/model/artifact-permit.ts'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId, FieldId, FileId } from '../../kit/values/ids.ts'
import { type FileDescription, toFileColumns } from '../../uploads/store/file-row.ts'

/** A file of an artifact, already in the store. */
export interface NewFile extends FileDescription {
  readonly blob: string
  readonly fieldId: FieldId
  readonly artifactId: ArtifactId
}

const rowsPerStatement = 500

/** Inserts files with ids in the given order. */
export async function addFiles(tx: Tx, _permit: ArchivePermit, files: readonly NewFile[]): Promise<FileId[]> {
  // allocateIds returns one id per row.
  const ids = (await allocateIds(tx, 'file', files.length)) as FileId[]
  const rows = files.map((file, index) => ({
    ...toFileColumns(file),
    id: ids[index] as FileId,
    artifact_id: file.artifactId,
    status: 'attached',
  }))
  for (const batch of splitIntoBatches(rows, rowsPerStatement)) {
    await tx.insertInto('file').values(batch).execute()
  }
  return ids
}

/** Detaches files that the histories attached and removed again. */
export async function detachRemovedFiles(
  tx: Tx,
  _permit: ArchivePermit,
  artifacts: readonly ArtifactId[],
): Promise<void> {
  if (artifacts.length === 0) return
  await tx
    .updateTable('file')
    .set({ status: 'detached' })
    .where(inList('artifact_id', artifacts))
    .where('status', '=', 'attached')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('value_file')
            .select('value_file.file_id')
            .whereRef('value_file.file_id', '=', 'file.id')
            .whereRef('value_file.artifact_id', '=', 'file.artifact_id'),
        ),
      ),
    )
    .execute()
}
