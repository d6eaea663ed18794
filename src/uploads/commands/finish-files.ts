import { setTimeout as wait } from 'node:timers/promises'
import type { FileId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Upload } from '../model/upload.ts'
import { closeTemporary, unfinishedUploads } from '../store/uploads.ts'
import { finishFile } from './finish-file.ts'
import { finishTemporaryFile } from './finish-temporary-file.ts'
import { trackerFiles } from './finish-tracker-file.ts'
import { type Settlement, settleUpload } from './settle-upload.ts'

type FinishDeps = Pick<World, 'db' | 'files' | 'staging' | 'jobs' | 'clock' | 'log'>

/**
 * Finishes what of these files is wholly there and not finished yet, of this user: uploads whose store was out of reach,
 * uploads whose process ended with the last byte, and temporary files, whose last piece is not marked. Outside of every
 * transaction. Refuses while the store is out of reach; what else cannot be finished cannot be attached.
 */
export async function finishFiles(world: FinishDeps, ids: readonly FileId[], userId: UserId | null): Promise<void> {
  if (userId === null || ids.length === 0) return
  for (const upload of await unfinishedUploads(world.db.read, ids, userId, world.clock.now())) {
    try {
      await finishOne(world, upload)
    } catch (problem) {
      // Nothing is lost, and the same request succeeds later.
      if (problem instanceof Refusal && problem.kind === 'unavailable') throw problem
      world.log.warn({ err: problem, kind: upload.kind, upload: upload.id }, 'file is not sealed')
    }
  }
}

async function finishOne(world: FinishDeps, upload: Upload): Promise<void> {
  if (upload.kind === 'temporary') return closeAndFinishTemporary(world, upload)
  if (upload.completedOn === null && (await waitForSettlement(world, upload)) === 'incomplete') return
  // What the settlement left to a job for its problem fails here, with the reason.
  await finishFile(world, upload)
}

/** Waits for another request that finishes it at this moment. */
async function waitForSettlement(world: FinishDeps, upload: Upload): Promise<Settlement> {
  for (const end = Date.now() + maxWaitMs; ; await wait(20)) {
    const settlement = await settleUpload(world, trackerFiles, upload)
    if (settlement !== 'held') return settlement
    if (Date.now() > end)
      throw new Refusal('unavailable', `File #${upload.id} is being completed. Try again later.`, {
        headers: { 'Retry-After': '5' },
      })
  }
}

const maxWaitMs = 5000

async function closeAndFinishTemporary(world: FinishDeps, upload: Upload): Promise<void> {
  // While it is written nobody closes it, and once it is closed nobody writes: the store may keep the very same bytes.
  const now = world.clock.now()
  const isClosed = upload.completedOn !== null || (await world.db.write((tx) => closeTemporary(tx, upload, now)))
  if (isClosed) await finishTemporaryFile(world, upload)
}
