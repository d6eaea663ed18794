import type { Tx } from '../../database/db/db.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { detectPictureFormat } from '../model/picture.ts'
import { findPreviewedFile } from '../store/previews.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'make-preview': { readonly file: FileId }
  }
}

export const previewJob = 'make-preview'

/** Enqueues the creation of a preview for a file that is declared to be a picture and whose bytes have arrived. */
export async function enqueuePreview(tx: Tx, id: FileId): Promise<void> {
  const file = await findPreviewedFile(tx, id)
  if (file !== undefined && detectPictureFormat(file.mediaType) !== undefined)
    await tx.enqueue(previewJob, { file: id })
}
