import { Readable } from 'node:stream'
import type { FileId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { buildStagedFileName } from '../model/upload.ts'
import { receiveBytes } from '../receive-bytes.ts'

// The bytes come from memory.
const silence = 60_000

/** Appends bytes to the staged ones, durably. Returns false when the writer has lost the lock. */
export async function stageChunk(
  world: Pick<World, 'staging'>,
  id: FileId,
  offset: number,
  bytes: Buffer,
  mayWrite: () => Promise<boolean>,
): Promise<boolean> {
  const path = world.staging.pathOf(buildStagedFileName({ kind: 'temporary', id }))
  const body = Readable.from([bytes])
  const arrived = await receiveBytes({ path, offset, maxBytes: bytes.length, body, idleTimeoutMs: silence, mayWrite })
  return arrived.bytes === bytes.length && (await mayWrite())
}
