import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTracker } from '../reads/get-tracker.ts'
import { loadDescribeContext } from '../reads/load-describe-context.ts'
import { getFieldView } from '../reads/tracker-view.ts'
import { FieldRepresentation, representField } from '../representations/field.ts'

/**
 * Tulipwood extension: elements that GET /trackers/{id} omits (docs/api/trackers.md §3.4), so that they can be used
 * again.
 */
export const getTrackersIdUnusedFields = defineRoute({
  method: 'GET',
  url: '/trackers/:id/unused_fields',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'List the unused form elements of a tracker; PATCH /tracker_fields/{id} restores them (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  answers: { 200: Type.Array(FieldRepresentation) },
  async answer({ params, ...viewer }, world) {
    const { tracker } = await getAdministeredTracker(world, viewer.caller, params.id)
    const fields = tracker.fields.filter(({ isUsed }) => !isUsed)
    const context = await loadDescribeContext(world, viewer, tracker.projectId, fields)
    // Unused elements have no badges, because no part of a tracker refers to them.
    const options = { isAdministrator: true, decorators: [] }
    return {
      body: fields.map((field) => representField(getFieldView(viewer.caller, tracker, field), context, options)),
    }
  },
})
