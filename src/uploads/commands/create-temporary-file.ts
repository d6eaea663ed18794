import { allocateIds } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FileId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { decodeChunk } from '../model/decode-chunk.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { buildStagedFileName } from '../model/upload.ts'
import { loadUsageAndQuota } from '../reads/temporary-usage.ts'
import { addFile } from '../store/pending-files.ts'
import { addUpload } from '../store/uploads.ts'
import { assertFreeSpace } from './assert-free-space.ts'
import { assertTemporaryQuota, assertWithinQuota } from './assert-temporary-quota.ts'
import { stageChunk } from './stage-chunk.ts'

export interface TemporaryFileInput {
  readonly name: string
  readonly mediaType: string
  readonly description: string
  /** The first chunk in base64. */
  readonly content: string
}

type TemporaryFileDeps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'staging'>

/**
 * Creates a temporary file from its first chunk (docs/api/attachments.md §6.4). The bytes are stored before the row
 * that refers to them.
 */
export async function createTemporaryFile(
  world: TemporaryFileDeps,
  permit: Permit<'have temporary files', UserId>,
  { content, ...file }: TemporaryFileInput,
): Promise<TemporaryFile> {
  const { subject: userId } = permit
  const bytes = decodeChunk(content)
  const { quota, used } = await loadUsageAndQuota(withReads(world), userId)
  assertWithinQuota(quota, used, bytes.length)
  await assertFreeSpace(world, bytes.length)
  // One id was requested.
  const [id] = (await world.db.write((tx) => allocateIds(tx, 'file', 1))) as [FileId]
  // No other request knows the id yet, so none writes at the same time.
  await stageChunk(world, id, 0, bytes, null)
  const temporaryFile = { id, submittedBy: userId, ...file, size: bytes.length, chunks: 1, blob: null, isClosed: false }
  try {
    await addRows(world, permit, temporaryFile)
  } catch (problem) {
    // After any other error it is unknown whether the rows were written.
    if (problem instanceof Refusal) await world.staging.remove(buildStagedFileName({ kind: 'temporary', id }))
    throw problem
  }
  return temporaryFile
}

async function addRows(
  world: TemporaryFileDeps,
  permit: Permit<'have temporary files', UserId>,
  { id, submittedBy: userId, chunks, ...file }: TemporaryFile,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  const now = world.clock.now()
  const expiresOn = now + settings.temporary_file_days * 86_400
  await world.db.write(async (tx) => {
    await assertTemporaryQuota(tx, settings, userId, file.size, now)
    await addFile(tx, permit, { ...file, id, submittedBy: userId, createdOn: now, fieldId: null })
    await addUpload(
      tx,
      permit,
      { kind: 'temporary', id, userId, size: null, chunks, expiresOn, completedOn: null },
      null,
    )
  })
}
