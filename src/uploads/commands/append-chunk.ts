import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { decodeChunk } from '../model/decode-chunk.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { buildStagedFileName } from '../model/upload.ts'
import { loadUsageAndQuota } from '../reads/temporary-usage.ts'
import { findTemporaryFile, recordChunk } from '../store/temporary-files.ts'
import { assertFreeSpace } from './assert-free-space.ts'
import { assertTemporaryQuota, assertWithinQuota } from './assert-temporary-quota.ts'
import { stageChunk } from './stage-chunk.ts'
import { type UploadLock, withUploadLock } from './with-upload-lock.ts'

export interface ChunkInput {
  /** Number of the chunk; the chunk that created the file has the number 1. */
  readonly number: number
  /** Content in base64. */
  readonly content: string
}

type AppendChunkDeps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'staging'>

/**
 * Appends a chunk to a temporary file. Checks are in the order of docs/api/attachments.md §6.4: number, base64, size,
 * quota. The bytes are written first and counted afterwards; the next writer cuts off bytes that were not counted
 * because the node died.
 */
export async function appendChunk(
  world: AppendChunkDeps,
  permit: Permit<'use', TemporaryFile>,
  { number, content }: ChunkInput,
): Promise<TemporaryFile> {
  const { subject: upload } = permit
  assertNext(upload, number)
  const bytes = decodeChunk(content)
  const { quota, used } = await loadUsageAndQuota(withReads(world), upload.submittedBy)
  assertWithinQuota(quota, used, bytes.length)
  await assertFreeSpace(world, bytes.length)
  return withUploadLock(world, { kind: 'temporary', id: upload.id }, async (lock) => {
    // Another request may have appended this chunk before the lock was acquired.
    const file = await findTemporaryFile(withReads(world).db.read, upload.id, world.clock.now())
    if (file === undefined) throw new Refusal('absent')
    assertNext(file, number)
    return append(world, permit, { file, bytes, lock })
  })
}

function assertNext({ chunks, isClosed }: TemporaryFile, number: number): void {
  if (isClosed) throw new Refusal('conflict', 'The file is complete: it is being attached to an artifact.')
  if (number !== chunks + 1) throw new Refusal('invalid', message`Invalid offset received. Expected: ${chunks + 1}`)
}

async function append(
  world: AppendChunkDeps,
  permit: Permit<'use', TemporaryFile>,
  { file, bytes, lock }: { readonly file: TemporaryFile; readonly bytes: Buffer; readonly lock: UploadLock },
): Promise<TemporaryFile> {
  const { id, size, submittedBy } = file
  // Nothing can be appended when the staged bytes are lost.
  const isThere = await world.staging.truncate(buildStagedFileName({ kind: 'temporary', id }), size, lock)
  if (!isThere) throw new Refusal('absent')
  if (!(await stageChunk(world, id, size, bytes, lock))) throw new Refusal('locked')
  const settings = await getSettings(withReads(world))
  const now = world.clock.now()
  const grown = { size: size + bytes.length, expiresOn: now + settings.temporary_file_days * 86_400 }
  const isCounted = await world.db.write(async (tx) => {
    await assertTemporaryQuota(tx, settings, submittedBy, bytes.length, now)
    return recordChunk(tx, permit, file, grown, lock.token)
  })
  if (!isCounted) throw new Refusal('absent')
  return { ...file, size: grown.size, chunks: file.chunks + 1 }
}
