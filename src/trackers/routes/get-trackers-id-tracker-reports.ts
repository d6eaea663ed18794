import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { filterReadableFields } from '../policy.ts'
import { getTracker } from '../reads/get-tracker.ts'
import { ListedReportRepresentation, representReport } from '../representations/report.ts'
import { representReportDefinition } from '../representations/report-definition.ts'
import { loadRenderers, loadReportPage } from '../store/reports.ts'

const max = 1000
/** Definitions may be long. */
const maxDefinitions = 50

/** docs/api/trackers.md §4.1. */
export const getTrackersIdTrackerReports = defineRoute({
  method: 'GET',
  url: '/trackers/:id/tracker_reports',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the reports of a tracker: those of the project and those of the caller.',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    ...buildPageParameters({ default: 10, max }),
    include: Type.String({
      description: `Tulipwood extension: \`definition\` adds the saved query, columns and sort order of each report; \`limit\` is at most ${maxDefinitions} then.`,
      default: '',
    }),
  }),
  answers: { 200: Type.Array(ListedReportRepresentation) },
  async answer({ params, query: { limit, offset, include }, caller }, world) {
    const hasDefinition = parseNameList('include', include, ['definition']).has('definition')
    if (hasDefinition && limit > maxDefinitions)
      throw new Refusal('invalid', message`\`limit\` is at most ${maxDefinitions} with \`include=definition\`.`)
    const { tracker } = await getTracker(world, caller, params.id)
    const { reports, size } = await loadReportPage(world.db.read, tracker.id, caller, { limit, offset })
    const page = { limit, offset, size, max }
    if (!hasDefinition) return { page, body: reports.map(representReport) }

    const ids = reports.map(({ id }) => id)
    const renderers = await loadRenderers(world.db.read, ids)
    const readable = new Set(filterReadableFields(caller, tracker).map(({ id }) => id))
    const body = reports.map((report) => ({
      ...representReport(report),
      definition: representReportDefinition(report, renderers.get(report.id) ?? [], (field) => readable.has(field)),
    }))
    return { page, body }
  },
})
