import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replaceRules } from '../commands/replace-rules.ts'
import { RulesInput } from '../parse/input-schemas.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** Tulipwood extension: Tuleap changes them only in its pages. */
export const putTrackersIdRules = defineRoute({
  method: 'PUT',
  url: '/trackers/:id/rules',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Replace the rules of a tracker about dates and lists. Omitted kinds are removed. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: RulesInput,
  answers: { 200: TrackerRepresentation },
  async answer({ params, body, ...viewer }, world) {
    await replaceRules(world, viewer.caller, params.id, body)
    const { view, context } = await loadChangedTracker(world, viewer, params.id)
    return { body: representTracker(view, context) }
  },
})
