import { type Caller, getUserId } from '../../kit/caller.ts'
import { allocateIds } from '../../kit/db/sql.ts'
import type { ReportId, TrackerId } from '../../kit/ids.ts'
import { message } from '../../kit/message.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { maxReports, type Report, type ReportDraft } from '../model/report.ts'
import { countReports, makeOnlyDefault, replaceRenderers, saveReport } from '../store/save-report.ts'
import { auditReport } from './audit-report.ts'
import { buildTables, toReportContent } from './report-content.ts'
import { writeReport } from './write-report.ts'

/** Tulipwood extension: saves a report, for the caller or for the project. */
export const createReport = (
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  trackerId: TrackerId,
  draft: ReportDraft,
): Promise<Report> =>
  writeReport(world, caller, trackerId, async (tx, permitFor) => {
    const userId = draft.isPublic ? null : getUserId(caller)
    const permit = permitFor({ userId })
    if ((await countReports(tx, trackerId, userId)) >= maxReports)
      throw new Refusal('invalid', message`Too many reports (maximum ${maxReports}).`)
    const [id] = (await allocateIds(tx, 'report', 1)) as ReportId[]
    // `allocateIds` returns one id.
    const report: Report = { id: id as ReportId, trackerId, userId, ...toReportContent(draft) }
    await saveReport(tx, permit, report)
    if (report.isDefault) await makeOnlyDefault(tx, permit, report)
    await replaceRenderers(tx, permit, report.id, await buildTables(tx, report.id, draft.tables ?? [], []))
    await auditReport(tx, world, caller, permit, report, 'report saved')
    return report
  })
