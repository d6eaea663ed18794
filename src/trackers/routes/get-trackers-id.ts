import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
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
  answers: { 200: TrackerRepresentation },
  async answer({ params, ...viewer }, world) {
    const { tracker, project } = await getTracker(world, viewer.caller, params.id)
    const { views, context } = await loadTrackerViews(world, viewer, project, [tracker])
    const [body] = views.map((view) => representTracker(view, context))
    return { body }
  },
})
