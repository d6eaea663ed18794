import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/**
 * Returns the bytes that a user has announced and not attached yet; files of unknown size count with the bytes that
 * arrived.
 */
export async function loadPendingBytes(db: Reader, userId: UserId, now: EpochSeconds): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .leftJoin('file', (join) => join.onRef('file.id', '=', 'upload.id').on('upload.kind', '=', 'temporary'))
    .select(({ fn }) => fn.sum<number | null>(fn.coalesce('upload.size', 'file.size')).as('bytes'))
    .where('upload.user_id', '=', userId)
    .where('upload.expires_on', '>', now)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/**
 * Returns the bytes of a project: files attached to its artifacts, detached ones that histories refer to, and those
 * announced for its fields. Every file has its field, so only the index of files by field (which contains their sizes)
 * is read.
 */
export async function loadStoredBytes(db: Reader, projectId: ProjectId): Promise<number> {
  const fields = db
    .selectFrom('field')
    .innerJoin('tracker', 'tracker.id', 'field.tracker_id')
    .select('field.id')
    .where('tracker.project_id', '=', projectId)
    .where('field.type', '=', 'file')
  const row = await db
    .selectFrom('file')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('field_id', 'in', fields)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Returns the bytes of those of the files that were announced for no field, and so for no project. */
export async function loadUnattachedBytes(db: Reader, files: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('file')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where(inList('id', files))
    .where('field_id', 'is', null)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Locks a user: concurrent announcements by the user wait, likewise those for a locked project. */
export async function lockUser(tx: Tx, id: UserId): Promise<void> {
  await lockRows(tx, tx.selectFrom('user').select('id').where('id', '=', id)).execute()
}

export async function lockProject(tx: Tx, id: ProjectId): Promise<void> {
  await lockRows(tx, tx.selectFrom('project').select('id').where('id', '=', id)).execute()
}
