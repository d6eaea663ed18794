import { Refusal } from '../../kit/messages/refusal.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { createPreview } from '../commands/create-preview.ts'
import { previewJob } from '../commands/enqueue-preview.ts'
import { findPreviewedFile } from '../store/previews.ts'

/** Creates a preview before it is requested. If that fails, the first request creates it. */
export const createPreviewJob: JobHandler = {
  kind: previewJob,
  async run(payload, world) {
    // The payload is written by enqueuePreview.
    const { file: id } = payload as { readonly file: FileId }
    const file = await findPreviewedFile(world.db.read, id)
    if (file === undefined || file.blob === null || file.preview !== null) return
    await createPreview(world, file).catch((problem: unknown) => {
      if (!(problem instanceof Refusal)) throw problem
    })
  },
}
