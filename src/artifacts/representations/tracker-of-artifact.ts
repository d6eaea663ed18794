import type { Describing } from '../../fields/describing.ts'
import type { FieldId } from '../../kit/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { TrackerView } from '../../trackers/model/tracker-view.ts'
import { representTracker, type TrackerRepresentation } from '../../trackers/representations/tracker.ts'
import type { Artifact } from '../model/artifact.ts'

/** Contract 20 §2.4, "artifact context": frozen fields lose `update`, fieldsets say whether the state hides them. */
export function representTrackerOf(artifact: Artifact, view: TrackerView, context: Describing): TrackerRepresentation {
  const { frozen, hidden } = effectsOfState(artifact, view.tracker)
  const fields = view.fields.map(({ field, permissions }) => ({
    field: frozen.has(field.id) ? { ...field, permissions: { ...field.permissions, update: [] } } : field,
    permissions: frozen.has(field.id) ? permissions.filter((each) => each !== 'update') : permissions,
  }))
  const tracker = representTracker({ ...view, fields }, context)
  return {
    ...tracker,
    // Ids of represented fields are those of fields.
    fields: tracker.fields.map((field) =>
      field.type === 'fieldset' ? { ...field, is_hidden: hidden.has(field.field_id as FieldId) } : field,
    ),
  }
}

/** Contract 20 §5.11: in simple mode what happens on the way into a state holds as long as the state lasts. */
function effectsOfState({ values }: Artifact, { workflow }: Tracker) {
  const frozen = new Set<FieldId>()
  const hidden = new Set<FieldId>()
  if (workflow === null || !workflow.isUsed || workflow.isAdvanced) return { frozen, hidden }
  // fields/field.ts: ids of list values.
  const [state] = (values[workflow.field] ?? []) as readonly number[]
  for (const { to, actions } of workflow.transitions) {
    if (to !== state) continue
    for (const action of actions) {
      if (action.kind === 'frozen_fields') for (const id of action.fields) frozen.add(id)
      if (action.kind === 'hidden_fieldsets') for (const id of action.fieldsets) hidden.add(id)
    }
  }
  return { frozen, hidden }
}
