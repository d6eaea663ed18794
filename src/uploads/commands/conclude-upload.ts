import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { jobOf, retrySeconds } from '../model/finish-job.ts'
import type { Upload, UploadKind } from '../model/upload.ts'
import { completeUpload } from '../store/uploads.ts'

/** A kind of upload, as far as it is finished; `Needed`: what that takes. */
export interface ConcludedKind<Needed> extends Pick<UploadKind, 'name'> {
  finish(world: Needed, upload: Upload): Promise<void>
}

/**
 * All bytes are there, staged and synced: the row says so, then they go where they belong. What cannot be finished now
 * (the store of bytes is out of reach) is tried again by a job of the same transaction; nobody is told, since nothing is
 * lost. Whether the upload was still there.
 */
export async function concludeUpload<Needed extends Pick<World, 'db' | 'jobs' | 'clock' | 'log'>>(
  world: Needed,
  kind: ConcludedKind<NoInfer<Needed>>,
  upload: Upload & { readonly size: number },
): Promise<boolean> {
  const at = upload.completedOn ?? world.clock.now()
  if (upload.completedOn === null && !(await markComplete(world, kind, upload, at))) return false
  try {
    await kind.finish(world, { ...upload, completedOn: at })
  } catch (problem) {
    world.log.warn({ err: problem, kind: kind.name, upload: upload.id }, 'upload is finished later')
  }
  return true
}

const markComplete = (
  world: Pick<World, 'db' | 'jobs'>,
  kind: Pick<UploadKind, 'name'>,
  upload: Upload & { readonly size: number },
  at: EpochSeconds,
): Promise<boolean> =>
  world.db.write(async (tx) => {
    const isThere = await completeUpload(tx, upload, upload.size, at)
    if (isThere) await world.jobs.enqueue(tx, jobOf(kind), { id: upload.id }, at + retrySeconds)
    return isThere
  })
