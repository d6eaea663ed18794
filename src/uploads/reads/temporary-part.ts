import { Refusal } from '../../kit/messages/refusal.ts'
import type { ByteRange } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { buildStagedFileName } from '../model/upload.ts'
import { findTemporaryFile } from '../store/temporary-files.ts'
import { openStoredPart } from './stored-part.ts'

/**
 * Reads a part of a temporary file, from the staging or from the store; throws `absent` when the bytes are lost or the
 * file is no longer temporary.
 */
export async function openTemporaryPart(
  world: Pick<World, 'db' | 'clock' | 'files' | 'staging'>,
  file: TemporaryFile,
  range: ByteRange | null,
): Promise<Buffer> {
  if (range === null) return Buffer.alloc(0)
  const part =
    file.blob === null
      ? await world.staging.read(buildStagedFileName({ kind: 'temporary', id: file.id }), range)
      : await openStoredPart(world.files, file.blob, range)
  if (part !== undefined) return part
  // The bytes were moved from the staging to the store since the row was read.
  const now = file.blob === null ? await findTemporaryFile(world.db.read, file.id, world.clock.now()) : undefined
  if (now === undefined || now.blob === null) throw new Refusal('absent')
  return openTemporaryPart(world, now, range)
}
