import { Readable } from 'node:stream'
import type { FileId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { WriteLock } from '../../world/model/ports.ts'
import { buildStagedFileName } from '../model/upload.ts'

// The bytes come from memory.
const silence = 60_000

/** Appends bytes to the staged ones, durably. Returns false when the writer has lost the lock. */
export async function stageChunk(
  world: Pick<CommandWorld, 'staging'>,
  id: FileId,
  offset: number,
  bytes: Buffer,
  lock: WriteLock | null,
): Promise<boolean> {
  const input = { offset, maxBytes: bytes.length, body: Readable.from([bytes]), idleTimeoutMs: silence, lock }
  const received = await world.staging.append(buildStagedFileName({ kind: 'temporary', id }), input)
  return received.bytes === bytes.length && (lock === null || (await lock.isHeld()))
}
