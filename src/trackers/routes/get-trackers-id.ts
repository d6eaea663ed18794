import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { filterReadableFields } from '../policy.ts'
import { type DefaultReport, findDefaultReport } from '../reads/find-default-report.ts'
import { findKeptView } from '../reads/find-kept-view.ts'
import { getTracker } from '../reads/get-tracker.ts'
import { loadTrackerViews } from '../reads/load-tracker-views.ts'
import { representReportDefinition } from '../representations/report-definition.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** docs/api/trackers.md §3. */
export const getTrackersId = defineRoute({
  method: 'GET',
  url: '/trackers/:id',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'Get a tracker with its whole structure.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    include: Type.String({
      default: '',
      description: 'Members to add, separated by commas: "columns", "default_report".',
    }),
  }),
  answers: { 200: TrackerRepresentation },
  async answer({ params, query, ...viewer }, world) {
    const included = parseNameList('include', query.include, ['columns', 'default_report'])
    const { tracker, project } = await getTracker(world, viewer.caller, params.id)
    const [{ views, context }, kept, usual] = await Promise.all([
      loadTrackerViews(world, viewer, project, [tracker]),
      included.size > 0 ? findKeptView(world.db.read, viewer.caller, tracker.id) : undefined,
      included.has('default_report') ? findDefaultReport(world.db.read, tracker.id) : undefined,
    ])
    const represent = ({ report, renderers }: DefaultReport) => {
      const readable = new Set(filterReadableFields(viewer.caller, tracker).map(({ id }) => id))
      return representReportDefinition(report, renderers, (field) => readable.has(field))
    }
    const [body] = views.map((view) => ({
      ...representTracker(view, context),
      ...(included.has('columns') ? { columns: kept?.columns ?? null } : {}),
      ...(included.has('default_report')
        ? { default_report: usual && !kept?.hasChosenAll ? represent(usual) : null }
        : {}),
    }))
    return { body }
  },
})
