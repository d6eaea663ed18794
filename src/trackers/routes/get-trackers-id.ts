import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findKeptColumns } from '../reads/find-kept-columns.ts'
import { getTracker } from '../reads/get-tracker.ts'
import { loadTrackerViews } from '../reads/load-tracker-views.ts'
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
      description: 'Members to add, separated by commas: "columns".',
    }),
  }),
  answers: { 200: TrackerRepresentation },
  async answer({ params, query, ...viewer }, world) {
    const included = parseNameList('include', query.include, ['columns'])
    const { tracker, project } = await getTracker(world, viewer.caller, params.id)
    const [{ views, context }, columns] = await Promise.all([
      loadTrackerViews(world, viewer, project, [tracker]),
      included.has('columns') ? findKeptColumns(world.db.read, viewer.caller, tracker.id) : undefined,
    ])
    const [body] = views.map((view) => ({
      ...representTracker(view, context),
      ...(columns === undefined ? {} : { columns }),
    }))
    return { body }
  },
})
