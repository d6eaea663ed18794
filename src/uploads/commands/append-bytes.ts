import type { Readable } from 'node:stream'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { stagedName, type Upload, type UploadKind } from '../model/upload.ts'
import { getUploadOffset } from '../reads/get-upload-offset.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { findUpload } from '../store/uploads.ts'
import { concludeUpload } from './conclude-upload.ts'
import { type UploadLock, withUploadLock } from './with-upload-lock.ts'

export interface Append {
  /** Where the client believes that it goes on. */
  readonly offset: number
  readonly body: () => Readable
  /** Milliseconds that may pass without a byte. */
  readonly silence: number
}

/**
 * docs/api/attachments.md §3, PATCH: what arrives is added to what is there, by one at a time; the new offset. Whoever
 * brings the last byte finishes the upload.
 */
export const appendBytes = (
  world: World,
  kind: UploadKind,
  upload: Pick<Upload, 'kind' | 'id'>,
  append: Append,
): Promise<number> =>
  withUploadLock(world, upload, async (lock) => {
    // Until now somebody else may have completed it, or taken it away.
    const current = await findUpload(world.db.read, upload)
    if (current === undefined || current.size === null) throw new Refusal('absent')
    const whole = { ...current, size: current.size }
    const offset = await getUploadOffset(world, whole)
    if (append.offset !== offset) throw new Refusal('conflict')
    const reached = offset + (offset < whole.size ? await appendLocked(world, whole, offset, append, lock) : 0)
    if (reached >= whole.size && !(await lock.during(concludeUpload(world, kind, whole)))) throw new Refusal('absent')
    return reached
  })

async function appendLocked(
  world: Pick<World, 'staging'>,
  upload: Upload & { readonly size: number },
  offset: number,
  { body, silence }: Append,
  lock: UploadLock,
): Promise<number> {
  const { bytes, lostLock: isOusted } = await receiveBytes({
    path: world.staging.pathOf(stagedName(upload)),
    offset,
    maxBytes: upload.size - offset,
    body: body(),
    idleTimeoutMs: silence,
    mayWrite: lock.isHeld,
  })
  if (isOusted) throw new Refusal('locked')
  return bytes
}
