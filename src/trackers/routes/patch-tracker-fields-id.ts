import { route } from '../../kit/http/route.ts'
import type { FieldId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { changeField } from '../commands/change-field.ts'
import { SentFieldChange } from '../reading/sent.ts'
import { changedField } from '../reads/changed-field.ts'
import { decoratorsOf } from '../representations/decorators.ts'
import { FieldRepresentation, representChangedField } from '../representations/field.ts'

/** Contract 20 §5.7. */
export const patchTrackerFieldsId = route({
  method: 'PATCH',
  url: '/tracker_fields/:id',
  access: 'required',
  scope: 'write:tracker',
  summary:
    'Changes a form element, all or nothing. Our extension: `is_required`, `has_notifications`, `specific_properties`, `permissions_for_groups`, `values` (the whole list: what is left out is hidden if it was ever chosen, else removed), `bindings` and `default_value`.',
  params: Type.Object({ id: Type.Unsafe<FieldId>(Type.Integer()) }),
  body: SentFieldChange,
  answers: { 200: FieldRepresentation },
  async answer({ params, body, ...viewer }, world) {
    await changeField(world, viewer.caller, params.id, body)
    const { field, tracker, describing } = await changedField(world, viewer, params.id)
    return { body: representChangedField(field, describing, decoratorsOf(tracker).get(field.id) ?? []) }
  },
})
