import type { FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { makePreview } from '../commands/make-preview.ts'
import { previewJob } from '../commands/order-preview.ts'
import { lookForPreviewed } from '../store/previews.ts'

/** Makes the small picture before somebody asks for it. What cannot be made now is made when it is asked for. */
export const makePreviewJob: JobHandler = {
  kind: previewJob,
  async run(payload, world) {
    // Written by orderPreview.
    const { file: id } = payload as { readonly file: FileId }
    const file = await lookForPreviewed(world.db.read, id)
    if (file === undefined || file.blob === null || file.preview !== null) return
    await makePreview(world, file).catch((problem: unknown) => {
      if (!(problem instanceof Refusal)) throw problem
    })
  },
}
