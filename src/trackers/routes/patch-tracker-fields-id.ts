import { defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { World } from '../../world/model/world.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { changeField } from '../commands/change-field.ts'
import { FieldChangeInput } from '../parse/input-schemas.ts'
import { loadChangedField } from '../reads/load-changed-field.ts'
import { buildDecorators } from '../representations/decorators.ts'
import { FieldRepresentation, representChangedField } from '../representations/field.ts'

/** docs/api/trackers.md §4.7. */
export const patchTrackerFieldsId = defineRoute({
  method: 'PATCH',
  url: '/tracker_fields/:id',
  access: 'required',
  scope: 'write:tracker',
  supportedHeaders: ['Prefer'],
  summary:
    'Update a form element, all or nothing. Tulipwood extensions: `is_required`, `has_notifications`, `specific_properties`, `permissions_for_groups`, `values` (the whole list: omitted values are hidden if an artifact has ever had them, else deleted), `bindings` and `default_value`. With `Prefer: dry-run`, return the result without saving.',
  params: Type.Object({ id: Type.Unsafe<FieldId>(Type.Integer()) }),
  body: FieldChangeInput,
  answers: { 200: FieldRepresentation },
  async answer({ params, body, headers, ...viewer }, world) {
    const change = async (at: World) => {
      await changeField(at, viewer.caller, params.id, body)
      const { field, tracker, context } = await loadChangedField(at, viewer, params.id)
      return representChangedField(field, context, buildDecorators(tracker).get(field.id) ?? [])
    }
    if (!hasPreference(headers, 'dry-run')) return { body: await change(world) }
    return { body: await runDry(world, change), headers: { 'Preference-Applied': 'dry-run' } }
  },
})
