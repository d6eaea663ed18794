import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeTrackerSettings } from '../commands/change-tracker-settings.ts'
import { TrackerSettingsInput } from '../parse/input-schemas.ts'
import { loadChangedTracker } from '../reads/load-changed-tracker.ts'
import { representTracker, TrackerRepresentation } from '../representations/tracker.ts'

/** Tulipwood extension: Tuleap changes them only in its pages. */
export const putTrackersIdSettings = defineRoute({
  method: 'PUT',
  url: '/trackers/:id/settings',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Update names, color, parent and options of a tracker. Omitted members are unchanged. (tracker administrators)',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: TrackerSettingsInput,
  answers: { 200: TrackerRepresentation },
  async answer({ params, body, ...viewer }, world) {
    await changeTrackerSettings(world, viewer.caller, params.id, body)
    const { view, context } = await loadChangedTracker(world, viewer, params.id)
    return { body: representTracker(view, context) }
  },
})
