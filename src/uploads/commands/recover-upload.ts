import { Refusal } from '../../kit/messages/refusal.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildStagedFileName, type Upload } from '../model/upload.ts'
import { findUpload } from '../store/uploads.ts'
import { completeUpload, type FinishableKind } from './complete-upload.ts'
import { withUploadLock } from './with-upload-lock.ts'

/** `locked`: another request is writing or finishing the upload. */
export type RecoveryResult = 'incomplete' | 'complete' | 'locked'

/**
 * Finishes an upload whose bytes are all staged but that no request finished, because the process that received the
 * last byte ended. Runs before a response depends on the state of the upload.
 */
export async function recoverUpload<Deps extends Pick<CommandWorld, 'db' | 'staging' | 'clock' | 'log'>>(
  world: Deps,
  kind: FinishableKind<NoInfer<Deps>>,
  upload: Upload,
): Promise<RecoveryResult> {
  if ((await wholeOf(world, upload)) === undefined) return 'incomplete'
  try {
    return await withUploadLock<RecoveryResult>(world, upload, async (lock) => {
      const current = await findUpload(withReads(world).db.read, upload)
      const whole = current && (await wholeOf(world, current))
      if (whole === undefined) return 'complete'
      // The process that received the bytes may have ended before it synced them.
      await world.staging.sync(buildStagedFileName(whole))
      await lock.during(completeUpload(world, kind, whole))
      return 'complete'
    })
  } catch (problem) {
    if (problem instanceof Refusal && problem.kind === 'locked') return 'locked'
    if (problem instanceof Refusal && problem.kind === 'absent') return 'complete'
    throw problem
  }
}

/**
 * Returns the upload with its size when all its bytes are staged; undefined: bytes are missing or were moved already.
 */
async function wholeOf(
  { staging }: Pick<CommandWorld, 'staging'>,
  upload: Upload,
): Promise<(Upload & { readonly size: number }) | undefined> {
  const { size } = upload
  return size !== null && size > 0 && (await staging.sizeOf(buildStagedFileName(upload))) >= size
    ? { ...upload, size }
    : undefined
}
