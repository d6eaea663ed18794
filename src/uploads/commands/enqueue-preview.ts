import type { Tx } from '../../kit/db/db.ts'
import type { FileId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { pictureFormat } from '../model/picture.ts'
import { findPreviewedFile } from '../store/previews.ts'

export const previewJob = 'make-preview'

/** Bytes of a file arrived: where they are said to be a picture, its small one is made soon. */
export async function enqueuePreview(tx: Tx, { jobs }: Pick<World, 'jobs'>, id: FileId): Promise<void> {
  const file = await findPreviewedFile(tx, id)
  if (file !== undefined && pictureFormat(file.mediaType) !== undefined)
    await jobs.enqueue(tx, previewJob, { file: id })
}
