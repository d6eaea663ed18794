import type { Reader, Tx } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Upload, UploadKindName } from '../model/upload.ts'

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

/** Expired ones are found as well, until they are swept. */
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
 * `identity`: tells it from another upload of the same kind; null: nothing has to. Whether it was added: not when another
 * one, of a transaction that may just have ended, has the identity.
 */
export async function addUpload(tx: Tx, upload: Upload, identity: string | null): Promise<boolean> {
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

/** All its bytes are there. Whether the upload was. */
export async function completeUpload(tx: Tx, { kind, id }: Key, size: number, at: EpochSeconds): Promise<boolean> {
  const completed = await tx
    .updateTable('upload')
    .set({ completed_on: at, size })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return completed.length > 0
}

/** Nothing more arrives of a temporary file, unless something arrives right now: whether it is closed. */
export async function closeTemporary(tx: Tx, { id }: Pick<Upload, 'id'>, at: EpochSeconds): Promise<boolean> {
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

/** Those of the files that this user is uploading, as long as their bytes are not where they belong. */
export async function unfinishedUploads(
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
    .where('file.state', '=', 'pending')
    .execute()
  return rows.map(asUpload)
}

/** Some of those that have expired, the oldest first. */
export async function expiredUploads(db: Reader, at: EpochSeconds, count: number): Promise<Upload[]> {
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

/** Those of the uploads that had expired and are gone now. */
export async function removeExpired(
  tx: Tx,
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

/** What is there and waits for more than its bytes stays until then. */
export async function extendUpload(tx: Tx, { kind, id }: Key, expiresOn: EpochSeconds): Promise<void> {
  await tx.updateTable('upload').set({ expires_on: expiresOn }).where('kind', '=', kind).where('id', '=', id).execute()
}

/** Whether it was there. */
export async function removeUpload(tx: Tx, { kind, id }: Key): Promise<boolean> {
  const removed = await tx.deleteFrom('upload').where('kind', '=', kind).where('id', '=', id).returning('id').execute()
  return removed.length > 0
}

/** Attached: nothing arrives for these files any more. */
export async function removeUploadsOf(tx: Tx, files: readonly number[]): Promise<void> {
  if (files.length === 0) return
  await tx
    .deleteFrom('upload')
    .where(inList('kind', ['tracker', 'temporary']))
    .where(inList('id', files))
    .execute()
}

// What the column holds was written from the union of kinds.
const asUpload = (row: Omit<Upload, 'kind' | 'userId'> & { kind: string; userId: UserId }): Upload => row as Upload
