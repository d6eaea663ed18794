import { allocateIds } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ReportId, TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { maxReports, type Report, type ReportDraft } from '../model/report.ts'
import { countReports, makeOnlyDefault, replaceRenderers, saveReport } from '../store/save-report.ts'
import { auditReport } from './audit-report.ts'
import { buildRenderers, toReportContent } from './report-content.ts'
import { writeReport } from './write-report.ts'

/** Tulipwood extension: saves a report, for the caller or for the project. */
export const createReport = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
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
    await replaceRenderers(tx, permit, report, await buildRenderers(tx, report.id, draft.renderers, []))
    await auditReport(tx, world, caller, permit, report, 'report saved')
    return report
  })
