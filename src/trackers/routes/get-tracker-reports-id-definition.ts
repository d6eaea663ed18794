import { defineRoute } from '../../http/declarations/route.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { filterReadableFields } from '../policy.ts'
import { getReport } from '../reads/get-report.ts'
import { ReportDefinitionRepresentation, representReportDefinition } from '../representations/report-definition.ts'
import { loadRenderers } from '../store/reports.ts'

/** Tulipwood extension: docs/decisions/0021-reject-unknown-filters.md. */
export const getTrackerReportsIdDefinition = defineRoute({
  method: 'GET',
  url: '/tracker_reports/:id/definition',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get the saved query, columns and sort order of a report.',
  params: Type.Object({ id: Type.Unsafe<ReportId>(Type.Integer()) }),
  answers: { 200: ReportDefinitionRepresentation },
  async answer({ params, caller }, world) {
    const { report, tracker } = await getReport(world, caller, params.id)
    const readable = new Set(filterReadableFields(caller, tracker).map(({ id }) => id))
    const renderers = (await loadRenderers(world.db.read, [report.id])).get(report.id) ?? []
    return { body: representReportDefinition(report, renderers, (field) => readable.has(field)) }
  },
})
