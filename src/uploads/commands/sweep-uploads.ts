import type { Tx } from '../../database/db/db.ts'
import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildStagedFileName, type Upload, type UploadKind } from '../model/upload.ts'
import { removeUnattachedFiles } from '../store/pending-files.ts'
import { loadExpiredUploads, removeExpiredUploads } from '../store/uploads.ts'
import { sweepAbandonedBytes } from './sweep-abandoned-bytes.ts'

const batch = 200

type SweepDeps = Pick<CommandWorld, 'db' | 'files' | 'staging' | 'clock'>

export interface SweptUploads {
  readonly expired: number
  /** Number of staged files without a row. */
  readonly strays: number
}

/**
 * Removes expired uploads, rows first and bytes afterwards, and staged bytes without a row, which a crash left between
 * the two. Several nodes may run it at once. `kinds`: those with a handler for the end of an upload.
 */
export async function sweepUploads(world: SweepDeps, kinds: readonly UploadKind[]): Promise<SweptUploads> {
  return { expired: await sweepExpired(world, kinds), strays: await sweepAbandonedBytes(world) }
}

async function sweepExpired(world: SweepDeps, kinds: readonly UploadKind[]): Promise<number> {
  const now = world.clock.now()
  let swept = 0
  for (;;) {
    const expired = await loadExpiredUploads(withReads(world).db.read, now, batch)
    if (expired.length === 0) return swept
    const { removedUploads, bytes } = await world.db.write((tx) => removeRows(tx, expired, kinds, now))
    for (const upload of removedUploads) await world.staging.remove(buildStagedFileName(upload))
    for (const name of bytes) await world.files.remove(name)
    swept += removedUploads.length
  }
}

interface RemovedUploads {
  readonly removedUploads: readonly Upload[]
  /** Removes expired rows; returns the names of stored bytes that no row refers to any more. */
  readonly bytes: readonly string[]
}

/** Some of the uploads that had expired may be attached or extended by now. */
async function removeRows(
  tx: Tx,
  expired: readonly Upload[],
  kinds: readonly UploadKind[],
  now: EpochSeconds,
): Promise<RemovedUploads> {
  const [removedUploads, bytes]: [Upload[], string[]] = [[], []]
  // There are at most three kinds.
  for (const [kind, uploads] of Map.groupBy(expired, (upload) => upload.kind)) {
    const ids = uploads.map(({ id }) => id)
    const removed = await removeExpiredUploads(tx, sweepPermit, kind, ids, now)
    const ended = uploads.filter(({ id }) => removed.has(id))
    removedUploads.push(...ended)
    if (kind !== 'project') bytes.push(...(await removeUnattachedFiles(tx, sweepPermit, [...removed])))
    else for (const upload of ended) await cancel(tx, upload, kinds, now)
  }
  return { removedUploads, bytes }
}

// Projects are created one by one, so there are only few.
const cancel = async (tx: Tx, upload: Upload, kinds: readonly UploadKind[], now: EpochSeconds): Promise<void> =>
  kinds.find(({ name }) => name === upload.kind)?.cancel?.(tx, upload, now)
