import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildStagedFileName, type Upload } from '../model/upload.ts'
import { loadPendingSize } from '../store/temporary-files.ts'
import { finishFile } from './finish-file.ts'

/**
 * Moves the bytes of a closed temporary file to the store (store/uploads.ts, `closeTemporary`). The size in the row
 * counts: bytes beyond it were never acknowledged, because the node died before.
 */
export async function finishTemporaryFile(
  world: Pick<CommandWorld, 'db' | 'files' | 'staging'>,
  { id }: Pick<Upload, 'id'>,
): Promise<void> {
  const upload = { kind: 'temporary', id } as const
  const size = await loadPendingSize(withReads(world).db.read, id)
  if (size !== undefined) await world.staging.truncate(buildStagedFileName(upload), size, null)
  await finishFile(world, { ...upload, size: size ?? null })
}
