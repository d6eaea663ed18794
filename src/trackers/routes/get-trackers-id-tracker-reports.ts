import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../reads/get-tracker.ts'
import { ReportRepresentation, representReport } from '../representations/report.ts'
import { loadReportPage } from '../store/reports.ts'

const max = 1000

/** docs/api/trackers.md §4.1. */
export const getTrackersIdTrackerReports = defineRoute({
  method: 'GET',
  url: '/trackers/:id/tracker_reports',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the reports of a tracker: those of the project and those of the caller.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object(buildPageParameters({ default: 10, max })),
  answers: { 200: Type.Array(ReportRepresentation) },
  async answer({ params, query: { limit, offset }, caller }, world) {
    const { tracker } = await getTracker(world, caller, params.id)
    const { reports, size } = await loadReportPage(world.db.read, tracker.id, caller, { limit, offset })
    return { page: { limit, offset, size, max }, body: reports.map(representReport) }
  },
})
