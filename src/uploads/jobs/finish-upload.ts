import type { JobHandler } from '../../world/model/job-handler.ts'
import { buildFinishJob } from '../model/finish-job.ts'
import type { UploadKind } from '../model/upload.ts'
import { findUpload } from '../store/uploads.ts'

/** Finishes an upload whose bytes are all staged, as long as its row exists. */
export const finishUpload = (kind: UploadKind): JobHandler => ({
  kind: buildFinishJob(kind),
  async run(payload, world) {
    // Payloads of this kind are written by commands/complete-upload.ts.
    const { id } = payload as { readonly id: number }
    const upload = await findUpload(world.db.read, { kind: kind.name, id })
    if (upload === undefined || upload.completedOn === null || upload.expiresOn <= world.clock.now()) return
    await kind.finish(world, upload)
  },
})
