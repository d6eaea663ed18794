import type { FileId, UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Upload } from '../model/upload.ts'
import { closeTemporary, unfinishedUploads } from '../store/uploads.ts'
import { finishFile } from './finish-file.ts'
import { finishTemporaryFile } from './finish-temporary-file.ts'

type Ground = Pick<World, 'db' | 'files' | 'staging' | 'jobs' | 'clock' | 'log'>

/**
 * Finishes what of these files is wholly there and not finished yet, of this user: uploads whose store was out of reach,
 * and temporary files, of which nobody knew before that the last piece had come. Outside of every transaction. What
 * cannot be finished stays as it is, and so cannot be attached.
 */
export async function sealFiles(world: Ground, ids: readonly FileId[], userId: UserId | null): Promise<void> {
  if (userId === null || ids.length === 0) return
  for (const upload of await unfinishedUploads(world.db.read, ids, userId, world.clock.now())) {
    try {
      await seal(world, upload)
    } catch (problem) {
      world.log.warn({ err: problem, kind: upload.kind, upload: upload.id }, 'file is not sealed')
    }
  }
}

async function seal(world: Ground, upload: Upload): Promise<void> {
  if (upload.kind === 'temporary') return sealTemporary(world, upload)
  if (upload.completedOn !== null) await finishFile(world, upload)
}

async function sealTemporary(world: Ground, upload: Upload): Promise<void> {
  // While it is written nobody closes it, and once it is closed nobody writes: the store may keep the very same bytes.
  const now = world.clock.now()
  const isClosed = upload.completedOn !== null || (await world.db.write((tx) => closeTemporary(tx, upload, now)))
  if (isClosed) await finishTemporaryFile(world, upload)
}
