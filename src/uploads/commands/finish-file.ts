import type { FileId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { stagedName, type Upload } from '../model/upload.ts'
import { completeFile, stateOf } from '../store/pending-files.ts'
import { enqueuePreview } from './enqueue-preview.ts'

/**
 * Gives a file its bytes, all of which are staged: the store takes them, then the row says so, then the staged copy
 * goes. Outside of every transaction; whoever else does the same at the same moment, or does it again, changes nothing.
 */
export async function finishFile(
  world: Pick<World, 'db' | 'files' | 'staging' | 'jobs'>,
  upload: Pick<Upload, 'kind' | 'id' | 'size'>,
): Promise<void> {
  const name = stagedName(upload)
  if ((await stateOf(world.db.read, upload.id)) === 'pending') await storeBytes(world, upload, name)
  await world.staging.remove(name)
}

async function storeBytes(
  world: Pick<World, 'db' | 'files' | 'staging' | 'jobs'>,
  { id, size }: Pick<Upload, 'id' | 'size'>,
  name: string,
): Promise<void> {
  let bytes: { readonly name: string; readonly size: number }
  try {
    bytes = await world.files.adopt(world.staging.pathOf(name))
  } catch (problem) {
    // Somebody else was quicker, and the staged copy is gone.
    if ((await stateOf(world.db.read, id)) !== 'pending') return
    throw problem
  }
  if (size !== null && bytes.size !== size) {
    await world.files.remove(bytes.name)
    throw new Error(`${name} has ${bytes.size} bytes instead of ${size}`)
  }
  const isOurs = await world.db.write(async (tx) => {
    const isCompleted = await completeFile(tx, id, bytes)
    // Uploads of files have the ids of their files.
    if (isCompleted) await enqueuePreview(tx, world, id as FileId)
    return isCompleted
  })
  if (!isOurs) await world.files.remove(bytes.name)
}
