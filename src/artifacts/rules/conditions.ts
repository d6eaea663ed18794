import type { Transition } from '../../trackers/model/tracker.ts'
import { canTakeTransition } from '../../trackers/policy.ts'
import type { WorkflowContext } from './workflow-context.ts'

type ConditionContext = Pick<WorkflowContext, 'tracker' | 'before' | 'changed' | 'comment' | 'caller' | 'isEmpty'>

/** docs/api/field-values.md §17, in its order. */
export const conditions: readonly {
  readonly name: string
  problems(transition: Transition, context: ConditionContext): string[]
}[] = [
  { name: 'permission on the transition', problems: missingPermission },
  { name: 'fields required by the transition', problems: missingFields },
  { name: 'comment required by the transition', problems: missingComment },
]

/** Returns the problems of the first violated condition (docs/api/compatibility.md §3.3). */
export function checkConditions(transition: Transition, context: ConditionContext): string[] {
  for (const { problems } of conditions) {
    const violations = problems(transition, context)
    if (violations.length > 0) return violations
  }
  return []
}

function missingPermission(transition: Transition, { caller, tracker }: ConditionContext): string[] {
  return canTakeTransition(caller, transition, tracker) ? [] : ['Transition permissions are not respected']
}

/** // wire text: the missing space is Tuleap's, and clients match this text. */
function missingFields(
  { notEmptyFields }: Transition,
  { tracker, before, changed: sent, isEmpty }: ConditionContext,
): string[] {
  return notEmptyFields.flatMap((id) => {
    const field = tracker.fieldById.get(id)
    if (field === undefined || !field.isUsed) return []
    const value = sent[id] === undefined ? before?.[id] : sent[id]
    return isEmpty(field, value)
      ? [`Invalid condition: the field '${field.label} (${field.name})'must not be empty`]
      : []
  })
}

// docs/api/trackers.md §4.10: a new artifact can have no comment, so none is required.
function missingComment({ isCommentRequired }: Transition, { before, comment }: ConditionContext): string[] {
  return isCommentRequired && before !== null && comment.trim() === '' ? ['Comment must not be empty.'] : []
}
