import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replaceSemantics } from '../commands/replace-semantics.ts'
import { SemanticsInput } from '../parse/input-schemas.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** Tulipwood extension: Tuleap changes them only in its pages. */
export const putTrackersIdSemantics = defineRoute({
  method: 'PUT',
  url: '/trackers/:id/semantics',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Replace the semantics of a tracker. Omitted semantics are removed. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: SemanticsInput,
  answers: { 200: TrackerRepresentation },
  async answer({ params, body, ...viewer }, world) {
    await replaceSemantics(world, viewer.caller, params.id, body)
    const { view, context } = await loadChangedTracker(world, viewer, params.id)
    return { body: representTracker(view, context) }
  },
})
