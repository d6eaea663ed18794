import type { JobHandler } from '../../kit/slice.ts'
import { jobOf } from '../model/finish-job.ts'
import type { UploadKind } from '../model/upload.ts'
import { findUpload } from '../store/uploads.ts'

/** Finishes what was wholly there and is not finished, as long as somebody still waits for it. */
export const finishUpload = (kind: UploadKind): JobHandler => ({
  kind: jobOf(kind),
  async run(payload, world) {
    // Payloads of this kind are written by commands/conclude-upload.ts.
    const { id } = payload as { readonly id: number }
    const upload = await findUpload(world.db.read, { kind: kind.name, id })
    if (upload === undefined || upload.completedOn === null || upload.expiresOn <= world.clock.now()) return
    await kind.finish(world, upload)
  },
})
