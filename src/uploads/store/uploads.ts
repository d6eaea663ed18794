import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Upload, UploadKindName } from '../model/upload.ts'
import type { AttachPermit, BeginUploadPermit, RemoveUploadPermit } from '../model/upload-permit.ts'

const columns = [
  'kind',
  'id',
  'user_id as userId',
  'size',
  'chunks',
  'expires_on as expiresOn',
  'completed_on as completedOn',
] as const

type Key = Pick<Upload, 'kind' | 'id'>

/** Returns an upload, also an expired one that is not swept yet. */
export async function findUpload(db: Reader, { kind, id }: Key): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(columns)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asUpload(row)
}

export async function loadUploads(
  db: Reader,
  kinds: readonly UploadKindName[],
  ids: readonly number[],
): Promise<Upload[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where(inList('kind', kinds))
    .where(inList('id', ids))
    .execute()
  return rows.map(asUpload)
}

/**
 * Adds an upload. `identity` is unique among the uploads of a kind; null: the upload has none. Returns false when
 * another upload, perhaps of a transaction that just ended, has the identity.
 */
export async function addUpload(
  tx: Tx,
  permit: BeginUploadPermit,
  upload: Upload,
  identity: string | null,
): Promise<boolean> {
  assertSubject(permit, upload.userId)
  const added = await tx
    .insertInto('upload')
    .values({
      kind: upload.kind,
      id: upload.id,
      user_id: upload.userId,
      size: upload.size,
      chunks: upload.chunks,
      identity,
      expires_on: upload.expiresOn,
      completed_on: upload.completedOn,
      lock_token: null,
      lock_until: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'identity']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Marks an upload whose bytes have all arrived. Returns whether the upload existed. */
export async function markUploadComplete(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: Key,
  size: number,
  at: EpochSeconds,
): Promise<boolean> {
  const completed = await tx
    .updateTable('upload')
    .set({ completed_on: at, size })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return completed.length > 0
}

/** Closes a temporary file to further chunks, unless a request is writing one. Returns whether it is closed. */
export async function closeTemporary(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { id }: Pick<Upload, 'id'>,
  at: EpochSeconds,
): Promise<boolean> {
  const closed = await tx
    .updateTable('upload')
    .set({ completed_on: at })
    .where('kind', '=', 'temporary')
    .where('id', '=', id)
    .where('completed_on', 'is', null)
    .where((where) => where.or([where('lock_until', 'is', null), where('lock_until', '<', at)]))
    .returning('id')
    .execute()
  return closed.length > 0
}

/** Returns those of the files that this user is uploading and whose bytes are not stored yet. */
export async function loadUnfinishedUploads(
  db: Reader,
  files: readonly number[],
  userId: UserId,
  at: EpochSeconds,
): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .innerJoin('file', 'file.id', 'upload.id')
    .select(columns.map((column) => `upload.${column}` as const))
    .where(inList('upload.id', files))
    .where('upload.kind', 'in', ['tracker', 'temporary'])
    .where('upload.user_id', '=', userId)
    .where('upload.expires_on', '>', at)
    .where('file.status', '=', 'pending')
    .execute()
  return rows.map(asUpload)
}

/** Returns some of the expired uploads, the oldest first. */
export async function loadExpiredUploads(db: Reader, at: EpochSeconds, count: number): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where('expires_on', '<=', at)
    .orderBy('expires_on')
    .orderBy('kind')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(asUpload)
}

/** Removes those of the uploads that have expired, and returns them. */
export async function removeExpiredUploads(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  kind: UploadKindName,
  ids: readonly number[],
  at: EpochSeconds,
): Promise<ReadonlySet<number>> {
  const removed = await tx
    .deleteFrom('upload')
    .where('kind', '=', kind)
    .where(inList('id', ids))
    .where('expires_on', '<=', at)
    .returning('id')
    .execute()
  return new Set(removed.map(({ id }) => id))
}

/** Extends the life of an upload that waits for more than its bytes. */
export async function extendUpload(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  { kind, id }: Key,
  expiresOn: EpochSeconds,
): Promise<void> {
  await tx.updateTable('upload').set({ expires_on: expiresOn }).where('kind', '=', kind).where('id', '=', id).execute()
}

/** Removes an upload. Returns whether it existed. */
export async function removeUpload(tx: Tx, permit: RemoveUploadPermit, { kind, id }: Key): Promise<boolean> {
  assertSubject(permit, id)
  const removed = await tx.deleteFrom('upload').where('kind', '=', kind).where('id', '=', id).returning('id').execute()
  return removed.length > 0
}

/** Removes the uploads of files that are attached now. */
export async function removeUploadsOf(tx: Tx, _permit: AttachPermit, files: readonly number[]): Promise<void> {
  if (files.length === 0) return
  await tx
    .deleteFrom('upload')
    .where(inList('kind', ['tracker', 'temporary']))
    .where(inList('id', files))
    .execute()
}

// The column is written only from the union of kinds.
const asUpload = (row: Omit<Upload, 'kind' | 'userId'> & { kind: string; userId: UserId }): Upload => row as Upload
