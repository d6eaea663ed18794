import { defineRoute } from '../../http/declarations/route.ts'
import type { ReportId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteReport } from '../commands/delete-report.ts'
import { getReport } from '../reads/get-report.ts'

/** Tulipwood extension: docs/decisions/0021-reject-unknown-filters.md. */
export const deleteTrackerReportsId = defineRoute({
  method: 'DELETE',
  url: '/tracker_reports/:id',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Delete a report of the caller, or one of the project (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<ReportId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ params, caller }, world) {
    const { report } = await getReport(world, caller, params.id)
    await deleteReport(world, caller, report)
    return {}
  },
})
