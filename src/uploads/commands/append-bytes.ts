import type { Readable } from 'node:stream'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { keepArriving } from '../arriving-bytes.ts'
import { stagedName, type Upload, type UploadKind } from '../model/upload.ts'
import { offsetOf } from '../reads/offset-of.ts'
import { findUpload } from '../store/uploads.ts'
import { concludeUpload } from './conclude-upload.ts'
import { type Lock, whileLocked } from './while-locked.ts'

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
  whileLocked(world, upload, async (lock) => {
    // Until now somebody else may have completed it, or taken it away.
    const current = await findUpload(world.db.read, upload)
    if (current === undefined || current.size === null) throw new Refusal('absent')
    const whole = { ...current, size: current.size }
    const offset = await offsetOf(world, whole)
    if (append.offset !== offset) throw new Refusal('conflict')
    const reached = offset + (offset < whole.size ? await addTo(world, whole, offset, append, lock) : 0)
    if (reached >= whole.size && !(await lock.during(concludeUpload(world, kind, whole)))) throw new Refusal('absent')
    return reached
  })

async function addTo(
  world: Pick<World, 'staging'>,
  upload: Upload & { readonly size: number },
  offset: number,
  { body, silence }: Append,
  lock: Lock,
): Promise<number> {
  const { bytes, isOusted } = await keepArriving({
    path: world.staging.pathOf(stagedName(upload)),
    offset,
    room: upload.size - offset,
    body: body(),
    silence,
    mayWrite: lock.isHeld,
  })
  if (isOusted) throw new Refusal('locked')
  return bytes
}
