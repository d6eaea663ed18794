import { getChosenValues } from '../../fields/model/chosen-values.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { getPostActionType } from '../../trackers/actions/registry.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { findReferenceTransition } from '../../trackers/model/workflow-mode.ts'

/**
 * docs/api/trackers.md §4.11: in simple mode, fields and fieldsets that the reference transition of a state freezes or
 * hides stay so during that state.
 */
export function computeStateEffects(values: StoredValues, { workflow }: Pick<Tracker, 'workflow'>) {
  const frozen = new Set<FieldId>()
  const hidden = new Set<FieldId>()
  if (workflow === null || !workflow.isUsed || workflow.isAdvanced) return { frozen, hidden }
  const [state] = getChosenValues(values, workflow.field)
  if (state === undefined) return { frozen, hidden }
  for (const action of findReferenceTransition(workflow.transitions, state)?.actions ?? [])
    getPostActionType(action.kind).affectState?.(action, { frozen, hidden })
  return { frozen, hidden }
}
