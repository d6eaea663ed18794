import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { FileId, UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { BeginUploadPermit, RemoveUploadPermit } from '../model/upload-permit.ts'
import { type FileDescription, toFileColumns } from './file-row.ts'

/** A file that is not attached yet. */
export interface NewFile extends FileDescription {
  readonly id: FileId
  readonly submittedBy: UserId
}

export async function addFile(tx: Tx, permit: BeginUploadPermit, file: NewFile): Promise<void> {
  assertSubject(permit, file.submittedBy)
  await tx
    .insertInto('file')
    .values({
      ...toFileColumns(file),
      id: file.id,
      artifact_id: null,
      status: file.blob === null ? 'pending' : 'complete',
      preview: null,
    })
    .execute()
}

/** Records the bytes of a file. Returns whether the file still waited for them. */
export async function completeFile(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  id: number,
  bytes: { readonly name: string; readonly size: number },
) {
  const completed = await tx
    .updateTable('file')
    .set({ blob: bytes.name, size: bytes.size, status: 'complete' })
    .where('id', '=', asFile(id))
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  return completed.length > 0
}

/** Returns the state of a file; undefined: it does not exist. */
export async function findFileState(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('file').select('status').where('id', '=', asFile(id)).executeTakeFirst()
  return row?.status
}

/** Removes files that are not attached. Returns the names of their bytes, which no row refers to any more. */
export async function removeUnattachedFiles(
  tx: Tx,
  permit: RemoveUploadPermit,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  for (const id of ids) assertSubject(permit, id)
  const removed = await tx
    .deleteFrom('file')
    .where(inList('id', ids))
    .where('status', 'in', ['pending', 'complete'])
    .returning(['blob', 'preview'])
    .execute()
  return removed
    .flatMap(({ blob, preview }) => [blob, preview])
    .filter((name) => name !== null && name !== '') as string[]
}

// uploads/model/upload.ts: uploads of files have the ids of their files.
const asFile = (id: number): FileId => id as FileId
