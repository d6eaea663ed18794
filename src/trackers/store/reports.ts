import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ReportId, TrackerId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Renderer, RendererContent, Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'
import { buildCaseById } from './fields.ts'

const toReport = (row: Selectable<Tables['report']>): Report => ({
  id: row.id,
  trackerId: row.tracker_id,
  userId: row.user_id,
  name: row.name,
  description: row.description,
  isDefault: row.is_default === 1,
  isQueryDisplayed: row.is_query_displayed === 1,
  isInExpertMode: row.is_in_expert_mode === 1,
  expertQuery: row.expert_query,
  // Written by commands/report-rows.ts in the form of the model.
  criteria: (JSON.parse(row.definition) as Pick<Report, 'criteria'>).criteria,
})

/** docs/api/trackers.md §4.1: reports of the project and the caller's own, by name, one page and the total. */
export async function loadReportPage(
  db: Reader,
  trackerId: TrackerId,
  caller: Caller,
  page: Page,
): Promise<{ readonly reports: Report[]; readonly size: number }> {
  const visible = db.selectFrom('report').where('tracker_id', '=', trackerId).where(isVisibleTo(caller))
  const [total, rows] = await Promise.all([
    visible.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    visible.selectAll().orderBy('name_key').orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { reports: rows.map(toReport), size: total.n }
}

/** Selects the rows of `report` that `canReadReport` (policy.ts) allows. */
function isVisibleTo(caller: Caller): RawBuilder<boolean> {
  const userId = getUserId(caller)
  if (userId === null) return sql<boolean>`report.user_id is null`
  return sql<boolean>`(report.user_id is null or report.user_id = ${userId})`
}

export async function findReport(db: Reader, id: ReportId): Promise<Report | undefined> {
  const row = await db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toReport(row)
}

/** Every user who can see the tracker can read it: it belongs to the project. */
export async function loadDefaultReport(db: Reader, trackerId: TrackerId): Promise<Report | undefined> {
  const reports = db.selectFrom('report').selectAll().where('tracker_id', '=', trackerId).where('user_id', 'is', null)
  const row = await reports.where('is_default', '=', 1).orderBy('id').limit(1).executeTakeFirst()
  return row && toReport(row)
}

/** Returns the reports of the project for any number of trackers, in order of creation: for copies and exports. */
export async function loadProjectReports(db: Reader, trackers: readonly TrackerId[]): Promise<Report[]> {
  const query = db.selectFrom('report').selectAll().where(inList('tracker_id', trackers)).where('user_id', 'is', null)
  return (await query.orderBy('id').execute()).map(toReport)
}

/** Renderers with a column for links of one type. */
export async function loadRenderersWithLinkTypes(db: Reader): Promise<Renderer[]> {
  const query = db.selectFrom('renderer').selectAll().where('definition', 'like', '%"linkType":%')
  return (await query.orderBy('id').execute()).map(toRenderer)
}

/** By report, in display order. */
export async function loadRenderers(db: Reader, reports: readonly ReportId[]): Promise<Map<ReportId, Renderer[]>> {
  if (reports.length === 0) return new Map()
  const query = db.selectFrom('renderer').selectAll().where(inList('report_id', reports))
  const renderers = (await query.orderBy('rank').orderBy('id').execute()).map(toRenderer)
  return Map.groupBy(renderers, ({ reportId }) => reportId)
}

const toRenderer = (row: Selectable<Tables['renderer']>): Renderer => ({
  id: row.id,
  reportId: row.report_id,
  kind: row.kind,
  name: row.name,
  description: row.description,
  rank: row.rank,
  ...(JSON.parse(row.definition) as RendererContent),
})

/** Every report of a tracker, personal ones included, with what shows it. */
export async function loadAllReports(
  db: Reader,
  trackerId: TrackerId,
): Promise<{ reports: Report[]; renderers: Renderer[] }> {
  const query = db.selectFrom('report').selectAll().where('tracker_id', '=', trackerId).orderBy('id')
  const reports = (await query.execute()).map(toReport)
  const renderers = await loadRenderers(
    db,
    reports.map(({ id }) => id),
  )
  return { reports, renderers: [...renderers.values()].flat() }
}

/** Saves the criteria of reports and the content of renderers. */
export async function saveReports(
  tx: Tx,
  _permit: Permit<'administer', Tracker> | Permit<'administer', 'site'>,
  reports: readonly Report[],
  renderers: readonly Renderer[],
): Promise<void> {
  const text = (value: object) => sql<string>`cast(${JSON.stringify(value)} as text)`
  if (reports.length > 0) {
    const definition = buildCaseById(reports.map(({ id, criteria }) => [id, text({ criteria })]))
    const ids = reports.map(({ id }) => id)
    await tx.updateTable('report').set({ definition }).where(inList('id', ids)).execute()
  }
  if (renderers.length > 0) {
    const definition = buildCaseById(renderers.map(({ id, table, raw }) => [id, text({ table, raw })]))
    const ids = renderers.map(({ id }) => id)
    await tx.updateTable('renderer').set({ definition }).where(inList('id', ids)).execute()
  }
}
