import type { Readable } from 'node:stream'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildStagedFileName, type Upload, type UploadKind } from '../model/upload.ts'
import { getUploadOffset } from '../reads/get-upload-offset.ts'
import { findUpload } from '../store/uploads.ts'
import { completeUpload } from './complete-upload.ts'
import { type UploadLock, withUploadLock } from './with-upload-lock.ts'

export interface AppendInput {
  /** Offset at which the client continues. */
  readonly offset: number
  readonly body: () => Readable
  /** Maximum pause between two chunks, in milliseconds. */
  readonly silence: number
}

/**
 * Appends a request body to an upload and returns the new offset (docs/api/attachments.md §3, PATCH). Only one request
 * writes at a time; the one that appends the last byte finishes the upload.
 */
export const appendBytes = (
  world: CommandWorld,
  kind: UploadKind,
  upload: Pick<Upload, 'kind' | 'id'>,
  append: AppendInput,
): Promise<number> =>
  withUploadLock(world, upload, async (lock) => {
    // Another request may have completed or removed the upload before the lock was acquired.
    const current = await findUpload(withReads(world).db.read, upload)
    if (current === undefined || current.size === null) throw new Refusal('absent')
    const whole = { ...current, size: current.size }
    const offset = await getUploadOffset(world, whole)
    if (append.offset !== offset) throw new Refusal('conflict')
    const reached = offset + (offset < whole.size ? await appendLocked(world, whole, offset, append, lock) : 0)
    if (reached >= whole.size && !(await lock.during(completeUpload(world, kind, whole)))) throw new Refusal('absent')
    return reached
  })

async function appendLocked(
  world: Pick<CommandWorld, 'staging'>,
  upload: Upload & { readonly size: number },
  offset: number,
  { body, silence }: AppendInput,
  lock: UploadLock,
): Promise<number> {
  const { bytes, lostLock } = await world.staging.append(buildStagedFileName(upload), {
    offset,
    maxBytes: upload.size - offset,
    body: body(),
    idleTimeoutMs: silence,
    lock,
  })
  if (lostLock) throw new Refusal('locked')
  return bytes
}
