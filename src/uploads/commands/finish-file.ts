import { storagePermit } from '../../kit/messages/system-permits.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildStagedFileName, type Upload } from '../model/upload.ts'
import { completeFile, findFileState } from '../store/pending-files.ts'
import { enqueuePreview } from './enqueue-preview.ts'

/**
 * Moves the staged bytes of a file to the store: the store writes them, then the row refers to them, then the staged
 * copy is removed. Runs outside of transactions; concurrent and repeated calls change nothing.
 */
export async function finishFile(
  world: Pick<CommandWorld, 'db' | 'files' | 'staging'>,
  upload: Pick<Upload, 'kind' | 'id' | 'size'>,
): Promise<void> {
  const name = buildStagedFileName(upload)
  if ((await findFileState(withReads(world).db.read, upload.id)) === 'pending') await storeBytes(world, upload, name)
  await world.staging.remove(name)
}

async function storeBytes(
  world: Pick<CommandWorld, 'db' | 'files' | 'staging'>,
  { id, size }: Pick<Upload, 'id' | 'size'>,
  name: string,
): Promise<void> {
  let bytes: { readonly name: string; readonly size: number }
  try {
    bytes = await world.staging.storeAsFile(name)
  } catch (problem) {
    // A concurrent call was faster, and the staged copy is gone.
    if ((await findFileState(withReads(world).db.read, id)) !== 'pending') return
    throw problem
  }
  if (size !== null && bytes.size !== size) {
    await world.files.remove(bytes.name)
    throw new Error(`${name} has ${bytes.size} bytes in the store instead of ${size}`)
  }
  const isOurs = await world.db.write(async (tx) => {
    const isCompleted = await completeFile(tx, storagePermit, id, bytes)
    // Uploads of files have the ids of their files.
    if (isCompleted) await enqueuePreview(tx, id as FileId)
    return isCompleted
  })
  if (!isOurs) await world.files.remove(bytes.name)
}
