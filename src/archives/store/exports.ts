import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ExportId, ProjectId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Project } from '../../projects/model/project.ts'
import type { ProjectExport } from '../model/export.ts'

const toExport = (row: Selectable<Tables['project_export']>): ProjectExport => ({
  id: row.id,
  projectId: row.project_id,
  // Written only by this file, from a status.
  status: row.status as ProjectExport['status'],
  blob: row.blob,
  size: row.size,
  createdOn: row.created_on,
})

/** Returns whether an export of the project is running; blocks others until the transaction ends. */
export async function isExportRunning(tx: Tx, projectId: ProjectId): Promise<boolean> {
  await lockRows(tx, tx.selectFrom('project').select('id').where('id', '=', projectId)).execute()
  const query = tx.selectFrom('project_export').select('id').where('project_id', '=', projectId)
  return (
    (await query
      .where(inList('status', ['pending', 'running']))
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function addExport(
  tx: Tx,
  { subject: project }: Permit<'export', Project>,
  createdOn: EpochSeconds,
): Promise<ProjectExport> {
  const { id: projectId } = project
  // allocateIds returns one id per row.
  const [id] = (await allocateIds(tx, 'project_export', 1)) as [ExportId]
  const row = { id, project_id: projectId, status: 'pending', blob: null, size: null, created_on: createdOn }
  await tx
    .insertInto('project_export')
    .values({ ...row, finished_on: null })
    .execute()
  return { id, projectId, status: 'pending', blob: null, size: null, createdOn }
}

export async function findExport(db: Reader, id: ExportId): Promise<ProjectExport | undefined> {
  const row = await db.selectFrom('project_export').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toExport(row)
}

/** Saves the result of a running export; returns false if it is finished or deleted. */
export async function saveExport(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  id: ExportId,
  change: Pick<ProjectExport, 'status'> & {
    readonly blob?: string
    readonly size?: number
    readonly finished_on?: EpochSeconds
  },
): Promise<boolean> {
  const query = tx.updateTable('project_export').set(change).where('id', '=', id)
  const saved = await query
    .where(inList('status', ['pending', 'running']))
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Returns finished exports older than a time, in batches. */
export async function loadFinishedExports(db: Reader, before: EpochSeconds, limit: number): Promise<ProjectExport[]> {
  const query = db.selectFrom('project_export').selectAll().where('created_on', '<', before)
  const rows = await query
    .where(inList('status', ['done', 'failed']))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toExport)
}

export async function removeExports(tx: Tx, _permit: SystemPermit<'sweep'>, ids: readonly ExportId[]): Promise<void> {
  await tx.deleteFrom('project_export').where(inList('id', ids)).execute()
}

/** Deletes the finished exports of a project except one; returns their names in the file store. */
export async function removeOtherExports(
  tx: Tx,
  _permit: SystemPermit<'run archive jobs'>,
  { id, projectId }: ProjectExport,
): Promise<string[]> {
  const removal = tx.deleteFrom('project_export').where('project_id', '=', projectId).where('id', '<>', id)
  const rows = await removal
    .where(inList('status', ['done', 'failed']))
    .returning('blob')
    .execute()
  return rows.flatMap(({ blob }) => blob ?? [])
}
