import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTracker } from '../reads/get-tracker.ts'
import { representStoredSemantics, SemanticsRepresentation } from '../representations/semantics.ts'

/**
 * Tulipwood extension: GET /trackers/{id} omits the semantics of fields that the caller cannot read. An administrator who
 * replaces one semantic must be able to send all the others.
 */
export const getTrackersIdSemantics = defineRoute({
  method: 'GET',
  url: '/trackers/:id/semantics',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'Get all semantics of a tracker, as PUT accepts them (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: SemanticsRepresentation },
  async answer({ caller, params }, world) {
    const { tracker } = await getAdministeredTracker(world, caller, params.id)
    return { body: representStoredSemantics(tracker.semantics) }
  },
})
