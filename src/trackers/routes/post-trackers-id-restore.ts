import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { restoreTracker } from '../commands/restore-tracker.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** Tulipwood extension. */
export const postTrackersIdRestore = defineRoute({
  method: 'POST',
  url: '/trackers/:id/restore',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Restore a deleted tracker (project administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: TrackerRepresentation },
  async answer({ params, ...viewer }, world) {
    await restoreTracker(world, viewer.caller, params.id)
    const { view, context } = await loadChangedTracker(world, viewer, params.id)
    return { body: representTracker(view, context) }
  },
})
