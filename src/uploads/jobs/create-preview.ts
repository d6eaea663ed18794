import type { FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { createPreview } from '../commands/create-preview.ts'
import { previewJob } from '../commands/enqueue-preview.ts'
import { findPreviewedFile } from '../store/previews.ts'

/** Makes the small picture before somebody asks for it. What cannot be made now is made when it is asked for. */
export const createPreviewJob: JobHandler = {
  kind: previewJob,
  async run(payload, world) {
    // Written by enqueuePreview.
    const { file: id } = payload as { readonly file: FileId }
    const file = await findPreviewedFile(world.db.read, id)
    if (file === undefined || file.blob === null || file.preview !== null) return
    await createPreview(world, file).catch((problem: unknown) => {
      if (!(problem instanceof Refusal)) throw problem
    })
  },
}
