import { storagePermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { buildFinishJob, retrySeconds } from '../model/finish-job.ts'
import type { Upload, UploadKind } from '../model/upload.ts'
import { markUploadComplete } from '../store/uploads.ts'

/** The part of an upload kind that finishing needs; `Deps`: what its `finish` needs. */
export interface FinishableKind<Deps> extends Pick<UploadKind, 'name'> {
  finish(world: Deps, upload: Upload): Promise<void>
}

/**
 * Marks an upload complete whose bytes are all staged and synced, and moves the bytes to their destination. When that
 * fails, such as while the store is unavailable, a job of the same transaction tries again; the client gets no error
 * because nothing is lost. Returns whether the upload still existed.
 */
export async function completeUpload<Deps extends Pick<CommandWorld, 'db' | 'clock' | 'log'>>(
  world: Deps,
  kind: FinishableKind<NoInfer<Deps>>,
  upload: Upload & { readonly size: number },
): Promise<boolean> {
  const at = upload.completedOn ?? world.clock.now()
  if (upload.completedOn === null && !(await markComplete(world, kind, upload, at))) return false
  try {
    await kind.finish(world, { ...upload, completedOn: at })
  } catch (problem) {
    world.log.warn(
      { err: problem, kind: kind.name, upload: upload.id },
      'finishing an upload failed; a job tries again',
    )
  }
  return true
}

const markComplete = (
  world: Pick<CommandWorld, 'db'>,
  kind: Pick<UploadKind, 'name'>,
  upload: Upload & { readonly size: number },
  at: EpochSeconds,
): Promise<boolean> =>
  world.db.write(async (tx) => {
    const isThere = await markUploadComplete(tx, storagePermit, upload, upload.size, at)
    if (isThere) await tx.enqueue(buildFinishJob(kind), { id: upload.id }, at + retrySeconds)
    return isThere
  })
