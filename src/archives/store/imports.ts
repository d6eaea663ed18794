import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Flag, Tables } from '../../database/tables/tables.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { type ArchiveReport, activeStatuses, type ImportStatus, type ProjectImport } from '../model/import.ts'

const toImport = (row: Selectable<Tables['project_import']>): ProjectImport => ({
  projectId: row.project_id,
  uploadId: row.upload_id,
  userId: row.user_id,
  shortName: row.short_name,
  fileName: row.file_name,
  size: row.size,
  // Both are written only by this file, from an ImportStatus and an ArchiveReport.
  status: row.status as ImportStatus,
  attempts: row.attempts,
  isReviewed: row.is_reviewed === 1,
  // Written only by confirmImport.
  chosenAccounts: new Map(
    Object.entries(row.chosen_accounts === null ? {} : (JSON.parse(row.chosen_accounts) as Record<string, string>)),
  ),
  report: row.report === null ? null : (JSON.parse(row.report) as ArchiveReport),
  createdOn: row.created_on,
  finishedOn: row.finished_on,
})

/** Adds an import that waits for its upload. */
export async function addImport(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  added: Omit<ProjectImport, 'status' | 'attempts' | 'chosenAccounts' | 'report' | 'finishedOn'>,
): Promise<void> {
  const isReviewed: Flag = added.isReviewed ? 1 : 0
  const row = {
    project_id: added.projectId,
    upload_id: added.uploadId,
    user_id: added.userId,
    short_name: added.shortName,
    file_name: added.fileName,
    size: added.size,
    is_reviewed: isReviewed,
    created_on: added.createdOn,
  }
  const begin = { status: 'waiting', attempts: 0, chosen_accounts: null, report: null, finished_on: null }
  await tx
    .insertInto('project_import')
    .values({ ...row, ...begin })
    .execute()
}

export async function findImport(db: Reader, id: ProjectId): Promise<ProjectImport | undefined> {
  const row = await db.selectFrom('project_import').selectAll().where('project_id', '=', id).executeTakeFirst()
  return row && toImport(row)
}

/** Counts a user's active imports; blocks other counts until the transaction ends. */
export async function countImports(tx: Tx, userId: UserId): Promise<number> {
  await lockRows(tx, tx.selectFrom('user').select('id').where('id', '=', userId)).execute()
  const query = tx.selectFrom('project_import').select(({ fn }) => fn.countAll<number>().as('n'))
  const row = await query
    .where('user_id', '=', userId)
    .where(inList('status', activeStatuses))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Queues a completely uploaded import and returns its project; undefined: it is not waiting any more. */
export async function queueImport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  uploadId: number,
): Promise<ProjectId | undefined> {
  const query = tx.updateTable('project_import').set({ status: 'queued' }).where('upload_id', '=', uploadId)
  return (await query.where('status', '=', 'waiting').returning('project_id').executeTakeFirst())?.project_id
}

/** Starts another attempt; undefined: it has ended. */
export async function beginImport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  id: ProjectId,
): Promise<ProjectImport | undefined> {
  const query = tx
    .updateTable('project_import')
    .set(({ eb }) => ({ status: 'running', attempts: eb('attempts', '+', 1) }))
    .where('project_id', '=', id)
  const row = await query
    .where(inList('status', ['queued', 'running']))
    .returningAll()
    .executeTakeFirst()
  return row && toImport(row)
}

type ImportAttempt = Pick<ProjectImport, 'projectId' | 'attempts'>

/** Puts an attempt back that does not count. */
export async function putImportBack(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  { projectId, attempts }: ImportAttempt,
): Promise<void> {
  await tx
    .updateTable('project_import')
    .set({ status: 'queued', attempts: attempts - 1 })
    .where('project_id', '=', projectId)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .execute()
}

/** Keeps what the check found until the owner confirms it; returns false if the import ended meanwhile. */
export async function saveCheckedImport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  { projectId, attempts }: ImportAttempt,
  report: ArchiveReport,
): Promise<boolean> {
  const checked = await tx
    .updateTable('project_import')
    .set({ status: 'checked', attempts: 0, report: JSON.stringify(report) })
    .where('project_id', '=', projectId)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .returning('project_id')
    .executeTakeFirst()
  return checked !== undefined
}

/** Queues a checked import for writing; returns false if it is not checked (any more). */
export async function confirmImport(
  tx: Tx,
  { subject: { projectId: id } }: Permit<'confirm', ProjectImport>,
  chosenAccounts: ReadonlyMap<string, string>,
): Promise<boolean> {
  const chosen = JSON.stringify(Object.fromEntries(chosenAccounts))
  const confirmed = await tx
    .updateTable('project_import')
    .set({ status: 'queued', is_reviewed: 0, chosen_accounts: chosen })
    .where('project_id', '=', id)
    .where('status', '=', 'checked')
    .returning('project_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

interface ImportEnd {
  readonly status: 'done' | 'failed'
  readonly report: ArchiveReport
  readonly at: EpochSeconds
}

/** Ends an import; returns false if a later attempt or its owner ended it first. */
export async function endImport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  { projectId, attempts }: ImportAttempt,
  { status, report, at }: ImportEnd,
): Promise<boolean> {
  const ended = await tx
    .updateTable('project_import')
    .set({ status, report: JSON.stringify(report), finished_on: at })
    .where('project_id', '=', projectId)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .returning('project_id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Ends an import without content (an expiry only while it waits for its upload or its confirmation). Returns its former status; undefined:
 * it had ended.
 */
export async function abandonImport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  uploadId: number,
  status: 'expired' | 'cancelled',
  at: EpochSeconds,
): Promise<ProjectImport | undefined> {
  const row = await tx
    .updateTable('project_import')
    .set({ status, finished_on: at })
    .where('upload_id', '=', uploadId)
    .where(inList('status', status === 'expired' ? ['waiting', 'checked'] : activeStatuses))
    .returningAll()
    .executeTakeFirst()
  return row && toImport(row)
}

/** Deletes imports that ended before a time. Returns their number. */
export async function removeImports(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  endedBefore: EpochSeconds,
): Promise<number> {
  const removal = tx.deleteFrom('project_import').where('finished_on', '<', endedBefore)
  return (await removal.returning('project_id').execute()).length
}
