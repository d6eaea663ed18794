import { Readable } from 'node:stream'
import type { FileId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { keepArriving } from '../arriving-bytes.ts'
import { stagedName } from '../model/upload.ts'

// They come from memory.
const silence = 60_000

/** Puts bytes behind those that are staged; durable when it resolves. Whether the writer may still write. */
export async function stageChunk(
  world: Pick<World, 'staging'>,
  id: FileId,
  offset: number,
  bytes: Buffer,
  mayWrite: () => Promise<boolean>,
): Promise<boolean> {
  const path = world.staging.pathOf(stagedName({ kind: 'temporary', id }))
  const body = Readable.from([bytes])
  const arrived = await keepArriving({ path, offset, room: bytes.length, body, silence, mayWrite })
  return arrived.bytes === bytes.length && (await mayWrite())
}
