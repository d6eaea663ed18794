import { getChosenValues } from '../../fields/model/chosen-values.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { type BindValueId, type FieldId, NO_VALUE } from '../../kit/values/ids.ts'
import type { Transition, Workflow } from '../../trackers/model/tracker.ts'

/** Returns the workflow state in these values; null: none. */
export function findState(values: StoredValues, field: FieldId): BindValueId | null {
  const [state = NO_VALUE] = getChosenValues(values, field)
  return state === NO_VALUE ? null : (state as BindValueId)
}

/**
 * An artifact without a state starts like a new one: "None" is not the source of a transition (docs/api/trackers.md
 * §4.10).
 */
export const findTransition = (
  { transitions }: Pick<Workflow, 'transitions'>,
  from: BindValueId | null,
  to: BindValueId | null,
): Transition | undefined => transitions.find((each) => each.from === from && each.to === to)
