import type { Reader, Tx } from '../../database/db/db.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { FileId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'

/** Returns a temporary file that has not expired; expired ones stay stored until the sweep removes them. */
export async function findTemporaryFile(db: Reader, id: FileId, now: EpochSeconds): Promise<TemporaryFile | undefined> {
  const row = await temporaryFiles(db, now).where('file.id', '=', id).executeTakeFirst()
  return row && asTemporaryFile(row)
}

/** Returns a page of a user's temporary files, ordered by id. */
export async function loadTemporaryFiles(
  db: Reader,
  userId: UserId,
  now: EpochSeconds,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TemporaryFile[]> {
  const own = temporaryFiles(db, now).where('upload.user_id', '=', userId)
  const rows = await own.orderBy('file.id').limit(limit).offset(offset).execute()
  return rows.map(asTemporaryFile)
}

/** Returns the number of a user's temporary files, and their bytes. */
export async function loadTemporaryUsage(
  db: Reader,
  userId: UserId,
  now: EpochSeconds,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const row = await db
    .selectFrom('upload')
    .innerJoin('file', 'file.id', 'upload.id')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('file.size').as('bytes')])
    .where('upload.kind', '=', 'temporary')
    .where('upload.user_id', '=', userId)
    .where('upload.expires_on', '>', now)
    .executeTakeFirst()
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) }
}

const temporaryFiles = (db: Reader, now: EpochSeconds) =>
  db
    .selectFrom('upload')
    .innerJoin('file', 'file.id', 'upload.id')
    .select([
      'file.id',
      'upload.user_id as submittedBy',
      'file.name',
      'file.media_type as mediaType',
      'file.description',
      'file.size',
      'upload.chunks',
      'file.blob',
      'upload.completed_on as completedOn',
    ])
    .where('upload.kind', '=', 'temporary')
    .where('upload.expires_on', '>', now)

const asTemporaryFile = ({
  completedOn,
  ...row
}: Omit<TemporaryFile, 'isClosed'> & { readonly completedOn: EpochSeconds | null }): TemporaryFile => ({
  ...row,
  isClosed: completedOn !== null,
})

/** Returns the number of acknowledged bytes of a file whose bytes are staged; undefined: they are not. */
export async function loadPendingSize(db: Reader, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('file')
    .select('size')
    .where('id', '=', id as FileId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.size
}

/**
 * Counts one more chunk of a temporary file. Returns false when the file is not as the caller, who holds the lock, read
 * it.
 */
export async function recordChunk(
  tx: Tx,
  permit: Permit<'use', TemporaryFile>,
  { id, chunks }: Pick<TemporaryFile, 'id' | 'chunks'>,
  grown: { readonly size: number; readonly expiresOn: EpochSeconds },
  token: string,
): Promise<boolean> {
  assertSubject(permit, id)
  const counted = await tx
    .updateTable('upload')
    .set({ chunks: chunks + 1, expires_on: grown.expiresOn })
    .where('kind', '=', 'temporary')
    .where('id', '=', id)
    .where('lock_token', '=', token)
    .where('chunks', '=', chunks)
    .where('completed_on', 'is', null)
    .returning('id')
    .execute()
  if (counted.length === 0) return false
  await tx.updateTable('file').set({ size: grown.size }).where('id', '=', id).where('status', '=', 'pending').execute()
  return true
}
