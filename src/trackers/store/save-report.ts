import { sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { TrackerId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { Tracker } from '../model/tracker.ts'

export type MayWriteReport = Permit<'write report', Tracker>

/** Counts the reports of one user, or of the project, in a tracker. */
export async function countReports(tx: Tx, trackerId: TrackerId, userId: UserId | null): Promise<number> {
  const { n } = await tx
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('tracker_id', '=', trackerId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts or replaces a report. */
export async function saveReport(tx: Tx, permit: MayWriteReport, report: Report): Promise<void> {
  assertSubject(permit, report.trackerId)
  const row = {
    id: report.id,
    tracker_id: report.trackerId,
    user_id: report.userId,
    name: report.name,
    name_key: foldText(report.name.trim()),
    description: report.description,
    is_default: report.isDefault ? 1 : 0,
    is_query_displayed: report.isQueryDisplayed ? 1 : 0,
    is_in_expert_mode: report.isInExpertMode ? 1 : 0,
    expert_query: report.expertQuery,
    definition: JSON.stringify({ criteria: report.criteria }),
  } as const
  const { id: _, ...rest } = row
  await tx
    .insertInto('report')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(rest))
    .execute()
}

/** A tracker has one default report of the project. */
export async function makeOnlyDefault(tx: Tx, permit: MayWriteReport, report: Report): Promise<void> {
  assertSubject(permit, report.trackerId)
  await tx
    .updateTable('report')
    .set({ is_default: sql<0 | 1>`case when id = ${report.id} then 1 else 0 end` })
    .where('tracker_id', '=', report.trackerId)
    .where('user_id', 'is', null)
    .execute()
}

/** The renderers of a report become these. */
export async function replaceRenderers(
  tx: Tx,
  permit: MayWriteReport,
  { id, trackerId }: Pick<Report, 'id' | 'trackerId'>,
  renderers: readonly Renderer[],
): Promise<void> {
  assertSubject(permit, trackerId)
  await tx.deleteFrom('renderer').where('report_id', '=', id).execute()
  if (renderers.length === 0) return
  const rows = renderers.map(({ id: renderer, reportId, kind, name, description, rank, ...content }) => ({
    id: renderer,
    report_id: reportId,
    kind,
    name,
    description,
    rank,
    definition: JSON.stringify(content),
  }))
  await tx.insertInto('renderer').values(rows).execute()
}

/** Removes a report with its renderers. */
export async function removeReport(
  tx: Tx,
  permit: MayWriteReport,
  { id, trackerId }: Pick<Report, 'id' | 'trackerId'>,
): Promise<void> {
  assertSubject(permit, trackerId)
  await tx.deleteFrom('renderer').where('report_id', '=', id).execute()
  await tx.deleteFrom('report').where('id', '=', id).execute()
}
