import type { Reader, Tx } from '../../database/db/db.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'

/** The columns of a file that concern its preview. */
export interface PreviewedFile {
  readonly id: FileId
  readonly size: number
  readonly mediaType: string
  /** null: its bytes have not arrived */
  readonly blob: string | null
  /** Name in the store of bytes; null: not created yet; '': the file can have none */
  readonly preview: string | null
}

export async function findPreviewedFile(db: Reader, id: FileId): Promise<PreviewedFile | undefined> {
  return db
    .selectFrom('file')
    .select(['id', 'size', 'media_type as mediaType', 'blob', 'preview'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Records the preview of a file unless the recorded value is no longer `before`. Returns whether it was recorded. */
export async function savePreview(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { id, preview: before }: Pick<PreviewedFile, 'id' | 'preview'>,
  preview: string,
): Promise<boolean> {
  const rows = await tx
    .updateTable('file')
    .set({ preview })
    .where('id', '=', id)
    .where('preview', before === null ? 'is' : '=', before)
    .returning('id')
    .execute()
  return rows.length > 0
}
