import { defineRoute } from '../../http/declarations/route.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteField } from '../commands/delete-field.ts'

/** docs/api/trackers.md §4.8. */
export const deleteTrackerFieldsId = defineRoute({
  method: 'DELETE',
  url: '/tracker_fields/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Delete a form element permanently, with its values in artifacts (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<FieldId>(Type.Integer()) }),
  answers: { 204: null },
  async answer({ caller, params }, world) {
    await deleteField(world, caller, params.id)
    return { status: 204 }
  },
})
