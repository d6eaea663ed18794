import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { addField } from '../commands/add-field.ts'
import { NewElementInput } from '../parse/input-schemas.ts'
import { loadChangedField } from '../reads/load-changed-field.ts'
import { getFieldView } from '../reads/tracker-view.ts'
import { buildDecorators } from '../representations/decorators.ts'
import { FieldRepresentation, representField } from '../representations/field.ts'

/** Tulipwood extension: Tuleap adds form elements only in its pages. */
export const postTrackersIdFields = defineRoute({
  method: 'POST',
  url: '/trackers/:id/fields',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary:
    'Create a form element, in the form of GET /trackers/{id}, in `parent_id` before `next_sibling_id` (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  body: NewElementInput,
  answers: { 201: FieldRepresentation },
  async answer({ params, body, ...viewer }, world) {
    const id = await addField(world, viewer.caller, params.id, body)
    const { field, tracker, context } = await loadChangedField(world, viewer, id)
    const decorators = buildDecorators(tracker).get(id) ?? []
    const visible = getFieldView(viewer.caller, tracker, field)
    return { status: 201, body: representField(visible, context, { isAdministrator: true, decorators }) }
  },
})
