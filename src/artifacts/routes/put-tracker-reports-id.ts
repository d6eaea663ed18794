import { defineRoute } from '../../http/declarations/route.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeReport } from '../../trackers/commands/change-report.ts'
import { getReport } from '../../trackers/reads/get-report.ts'
import { ReportRepresentation, representReport } from '../../trackers/representations/report.ts'
import { parseReport } from '../reads/report-draft.ts'
import { ReportInput } from '../representations/report-input.ts'

/** Tulipwood extension: docs/decisions/0021-reject-unknown-filters.md. */
export const putTrackerReportsId = defineRoute({
  method: 'PUT',
  url: '/tracker_reports/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Replace a report of the caller, or one of the project (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<ReportId>(Type.Integer()) }),
  body: Type.Object(ReportInput),
  answers: { 200: ReportRepresentation },
  async answer({ params, body, caller, timezone }, world) {
    const { report, tracker } = await getReport(world, caller, params.id)
    const draft = await parseReport(world, { caller, timezone, now: world.clock.now() }, tracker, body)
    return { body: representReport(await changeReport(world, caller, report, draft)) }
  },
})
