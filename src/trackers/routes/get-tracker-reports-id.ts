import { defineRoute } from '../../http/declarations/route.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getReport } from '../reads/get-report.ts'
import { ReportRepresentation, representReport } from '../representations/report.ts'

/** docs/api/trackers.md §4.2; unsaved changes belong to web sessions of Tuleap, which do not exist here. */
export const getTrackerReportsId = defineRoute({
  method: 'GET',
  url: '/tracker_reports/:id',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'Get a report.',
  params: Type.Object({ id: Type.Unsafe<ReportId>(Type.Integer()) }),
  query: Type.Object({
    with_unsaved_changes: Type.Boolean({
      description: 'Accepted and ignored: reports have no unsaved changes.',
      default: false,
    }),
  }),
  answers: { 200: ReportRepresentation },
  async answer({ params, caller }, world) {
    const { report } = await getReport(world, caller, params.id)
    return { body: representReport(report) }
  },
})
