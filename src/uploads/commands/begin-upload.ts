import { createHash } from 'node:crypto'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { AttachmentTarget } from '../model/attachment-target.ts'
import { type Upload, uploadLifetime } from '../model/upload.ts'
import { addFile } from '../store/pending-files.ts'
import { clearExpiredIdentity, findUploadByIdentity } from '../store/upload-identities.ts'
import { addUpload } from '../store/uploads.ts'
import { assertFreeSpace } from './assert-free-space.ts'
import { assertQuotas } from './assert-quotas.ts'

export interface AnnouncedFile {
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
}

type BeginUploadDeps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'files' | 'staging'>

/**
 * Adds a row that waits for the bytes of a file, or returns the waiting row of the same user and the same file
 * (docs/api/attachments.md §2). An empty file is stored at once.
 */
export async function beginUpload(
  world: BeginUploadDeps,
  permit: Permit<'attach files', AttachmentTarget>,
  file: AnnouncedFile,
): Promise<FileId> {
  const { subject: target } = permit
  const { max_upload_bytes: max } = await getSettings(withReads(world))
  if (file.size > max) throw new Refusal('invalid', tooLarge(max, file.size))
  const identity = identityOf(target, file)
  // An upload that is continued needs no more space.
  const existingId = await findOwnUpload(withReads(world).db.read, world, target, identity)
  if (existingId !== undefined) return existingId
  await assertFreeSpace(world, file.size)
  const bytes = file.size === 0 ? await world.files.store(nothing()) : null
  try {
    const { id, isNew } = await world.db.write((tx, db) =>
      createUploadRows(tx, { ...world, db }, { permit, file, identity, bytes }),
    )
    if (!isNew && bytes !== null) await world.files.remove(bytes.name)
    return id
  } catch (problem) {
    // After any other error it is unknown whether the row was written.
    if (bytes !== null && problem instanceof Refusal) await world.files.remove(bytes.name)
    throw problem
  }
}

const tooLarge = (max: number, size: number): Message =>
  message`The maximum allowed size for a file is ${max} bytes, you requested the creation of a file of ${`${size}`} bytes`

interface NewUploadOptions {
  readonly permit: Permit<'attach files', AttachmentTarget>
  readonly file: AnnouncedFile
  readonly identity: string
  /** null: the bytes follow */
  readonly bytes: { readonly name: string } | null
}

async function createUploadRows(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache' | 'clock'>,
  { permit, file, identity, bytes }: NewUploadOptions,
): Promise<{ readonly id: FileId; readonly isNew: boolean }> {
  const now = world.clock.now()
  const { subject: target } = permit
  const { userId, projectId, fieldId } = target
  await clearExpiredIdentity(tx, permit, 'tracker', identity, now)
  const existingId = await findOwnUpload(tx, world, target, identity)
  if (existingId !== undefined) return { id: existingId, isNew: false }
  await assertQuotas(tx, await getSettings(world), { userId, projectId, bytes: file.size }, now)
  // One id was requested.
  const [id] = (await allocateIds(tx, 'file', 1)) as [FileId]
  const upload: Upload = {
    kind: 'tracker',
    id,
    userId,
    size: file.size,
    chunks: 0,
    expiresOn: now + uploadLifetime,
    completedOn: bytes === null ? null : now,
  }
  if (!(await addUpload(tx, permit, upload, identity))) {
    const winner = await findOwnUpload(tx, world, target, identity)
    if (winner === undefined) throw alreadyUploading()
    return { id: winner, isNew: false }
  }
  await addFile(tx, permit, { ...file, id, fieldId, submittedBy: userId, createdOn: now, blob: bytes?.name ?? null })
  return { id, isNew: true }
}

/**
 * Returns the id of the caller's upload of this file, if there is one; throws a conflict for an upload of another user.
 */
async function findOwnUpload(
  db: Reader,
  world: Pick<CommandWorld, 'clock'>,
  { userId }: AttachmentTarget,
  identity: string,
): Promise<FileId | undefined> {
  const upload = await findUploadByIdentity(db, 'tracker', identity, world.clock.now())
  if (upload !== undefined && upload.userId !== userId) {
    throw alreadyUploading()
  }
  // Uploads for trackers have the ids of their files.
  return upload?.id as FileId | undefined
}

const alreadyUploading = (): Refusal => new Refusal('conflict', 'This file is already being uploaded.')

/** Identifies an upload. Names are compared exactly (docs/api/attachments.md §2). */
const identityOf = ({ fieldId }: AttachmentTarget, { name, size }: AnnouncedFile): string =>
  createHash('sha256')
    .update(JSON.stringify([fieldId, name, size]))
    .digest('base64url')

async function* nothing(): AsyncGenerator<Uint8Array> {}
