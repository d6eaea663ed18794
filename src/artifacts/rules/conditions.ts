import type { Transition } from '../../trackers/model/tracker.ts'
import { takesTransition } from '../../trackers/policy.ts'
import type { WorkflowQuestion } from './workflow-question.ts'

type Asked = Pick<WorkflowQuestion, 'tracker' | 'before' | 'sent' | 'comment' | 'caller' | 'isEmpty'>

/** Contract 30 §3.16, one condition after the other: who breaks one is not told of the next (contract 70). */
export function conditionProblems(transition: Transition, asked: Asked): string[] {
  if (!takesTransition(asked.caller, transition, asked.tracker)) return ['Transition permissions are not respected']
  const missing = missingFields(transition, asked)
  return missing.length > 0 ? missing : missingComment(transition, asked)
}

/** The missing blank is the reference's; clients look for this text. */
function missingFields({ notEmptyFields }: Transition, { tracker, before, sent, isEmpty }: Asked): string[] {
  return notEmptyFields.flatMap((id) => {
    const field = tracker.fieldById.get(id)
    if (field === undefined || !field.isUsed) return []
    const value = sent[id] === undefined ? before?.[id] : sent[id]
    return isEmpty(field, value)
      ? [`Invalid condition: the field '${field.label} (${field.name})'must not be empty`]
      : []
  })
}

// Contract 20 §5.10: what is new can have no comment, so none is asked of it.
const missingComment = ({ isCommentRequired }: Transition, { before, comment }: Asked): string[] =>
  isCommentRequired && before !== null && comment.trim() === '' ? ['Comment must not be empty.'] : []
