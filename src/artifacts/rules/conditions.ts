import { type Message, message } from '../../kit/messages/message.ts'
import type { Transition } from '../../trackers/model/tracker.ts'
import { canTakeTransition } from '../../trackers/policy.ts'
import type { WorkflowContext } from './workflow-context.ts'

type ConditionContext = Pick<WorkflowContext, 'tracker' | 'before' | 'changed' | 'comment' | 'caller' | 'isEmpty'>

/** docs/api/field-values.md §17, in its order. */
export const conditions: readonly {
  readonly name: Message
  problems(transition: Transition, context: ConditionContext): Message[]
}[] = [
  { name: message`permission on the transition`, problems: missingPermission },
  { name: message`fields required by the transition`, problems: missingFields },
  { name: message`comment required by the transition`, problems: missingComment },
]

/** Returns the problems of the first violated condition (docs/api/compatibility.md §3.3). */
export function checkConditions(transition: Transition, context: ConditionContext): Message[] {
  for (const { problems } of conditions) {
    const violations = problems(transition, context)
    if (violations.length > 0) return violations
  }
  return []
}

function missingPermission(transition: Transition, { caller, tracker }: ConditionContext): Message[] {
  return canTakeTransition(caller, transition, tracker) ? [] : [message`Transition permissions are not respected`]
}

/** // wire text: the missing space is Tuleap's, and clients match this text. */
function missingFields(
  { notEmptyFields }: Transition,
  { tracker, before, changed: sent, isEmpty }: ConditionContext,
): Message[] {
  return notEmptyFields.flatMap((id) => {
    const field = tracker.fieldById.get(id)
    if (field === undefined || !field.isUsed) return []
    const value = sent[id] === undefined ? before?.[id] : sent[id]
    return isEmpty(field, value)
      ? [message`Invalid condition: the field '${field.label} (${field.name})'must not be empty`]
      : []
  })
}

// docs/api/trackers.md §4.10: a new artifact can have no comment, so none is required.
function missingComment({ isCommentRequired }: Transition, { before, comment }: ConditionContext): Message[] {
  return isCommentRequired && before !== null && comment.trim() === '' ? [message`Comment must not be empty.`] : []
}
