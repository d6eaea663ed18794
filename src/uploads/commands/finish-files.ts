import { setTimeout as wait } from 'node:timers/promises'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { storagePermit } from '../../kit/messages/system-permits.ts'
import type { FileId, UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Upload } from '../model/upload.ts'
import { closeTemporary, loadUnfinishedUploads } from '../store/uploads.ts'
import { finishFile } from './finish-file.ts'
import { finishTemporaryFile } from './finish-temporary-file.ts'
import { trackerFiles } from './finish-tracker-file.ts'
import { type RecoveryResult, recoverUpload } from './recover-upload.ts'

type FinishDeps = Pick<CommandWorld, 'db' | 'files' | 'staging' | 'clock' | 'log'>

/**
 * Finishes those of these files of a user whose bytes are all staged: uploads whose store was unavailable, uploads
 * whose process ended with the last byte, and temporary files, whose last chunk is not marked. Runs outside of
 * transactions. Throws while the store is unavailable; files that cannot be finished for another reason cannot be
 * attached.
 */
export async function finishFiles(world: FinishDeps, ids: readonly FileId[], userId: UserId | null): Promise<void> {
  if (userId === null || ids.length === 0) return
  for (const upload of await loadUnfinishedUploads(withReads(world).db.read, ids, userId, world.clock.now())) {
    try {
      await finishOne(world, upload)
    } catch (problem) {
      // Nothing is lost, and the same request succeeds later.
      if (problem instanceof Refusal && problem.kind === 'unavailable') throw problem
      world.log.warn({ err: problem, kind: upload.kind, upload: upload.id }, 'a file cannot be finished')
    }
  }
}

async function finishOne(world: FinishDeps, upload: Upload): Promise<void> {
  if (upload.kind === 'temporary') return closeAndFinishTemporary(world, upload)
  if (upload.completedOn === null && (await waitForRecovery(world, upload)) === 'incomplete') return
  // An upload that could not be recovered because of an error fails here, with the reason.
  await finishFile(world, upload)
}

/** Waits for another request that is finishing the file. */
async function waitForRecovery(world: FinishDeps, upload: Upload): Promise<RecoveryResult> {
  for (const end = Date.now() + maxWaitMs; ; await wait(20)) {
    const result = await recoverUpload(world, trackerFiles, upload)
    if (result !== 'locked') return result
    if (Date.now() > end)
      throw new Refusal('unavailable', message`File #${upload.id} is being completed. Try again later.`, {
        headers: { 'Retry-After': '5' },
      })
  }
}

const maxWaitMs = 5000

async function closeAndFinishTemporary(world: FinishDeps, upload: Upload): Promise<void> {
  // A file is closed only while no request writes it, and nothing is written to a closed file. The store may therefore
  // link to the staged bytes.
  const now = world.clock.now()
  const isClosed =
    upload.completedOn !== null || (await world.db.write((tx) => closeTemporary(tx, storagePermit, upload, now)))
  if (isClosed) await finishTemporaryFile(world, upload)
}
