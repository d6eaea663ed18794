import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTracker } from '../reads/get-tracker.ts'
import { representSettings, SettingsRepresentation } from '../representations/settings.ts'

/** Tulipwood extension. */
export const getTrackersIdSettings = defineRoute({
  method: 'GET',
  url: '/trackers/:id/settings',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get names, color, parent and options of a tracker (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: SettingsRepresentation },
  async answer({ caller, params }, world) {
    const { tracker } = await getAdministeredTracker(world, caller, params.id)
    return { body: representSettings(tracker) }
  },
})
