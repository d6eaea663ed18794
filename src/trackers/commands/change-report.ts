import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Report, ReportDraft } from '../model/report.ts'
import { getReportForUpdate } from '../reads/get-report-for-update.ts'
import { loadRenderers } from '../store/reports.ts'
import { makeOnlyDefault, replaceRenderers, saveReport } from '../store/save-report.ts'
import { auditReport } from './audit-report.ts'
import { buildRenderers, toReportContent } from './report-content.ts'
import { writeReport } from './write-report.ts'

/**
 * Tulipwood extension: replaces a report. A personal report becomes one of the project or the reverse, where the caller
 * may write both.
 */
export const changeReport = (
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  { id, trackerId }: Report,
  draft: ReportDraft,
): Promise<Report> =>
  writeReport(world, caller, trackerId, async (tx, permitFor) => {
    const before = await getReportForUpdate(tx, id)
    permitFor(before)
    const userId = draft.isPublic ? null : (before.userId ?? getUserId(caller))
    const permit = permitFor({ userId })
    const report: Report = {
      ...before,
      ...toReportContent(draft),
      isQueryDisplayed: before.isQueryDisplayed,
      userId,
    }
    await saveReport(tx, permit, report)
    if (report.isDefault) await makeOnlyDefault(tx, permit, report)
    if (Object.keys(draft.renderers).length > 0) {
      const existing = (await loadRenderers(tx, [id])).get(id) ?? []
      await replaceRenderers(tx, permit, report, await buildRenderers(tx, id, draft.renderers, existing))
    }
    await auditReport(tx, world, caller, permit, report, 'report changed')
    return report
  })
