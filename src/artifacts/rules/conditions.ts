import type { Message } from '../../kit/messages/message.ts'
import { conditionEntries } from '../../trackers/conditions/registry.ts'
import type { Transition } from '../../trackers/model/tracker.ts'
import { canTakeTransition, createFieldNaming } from '../../trackers/policy.ts'
import type { WorkflowContext } from './workflow-context.ts'

type ConditionContext = Pick<WorkflowContext, 'tracker' | 'before' | 'changed' | 'comment' | 'caller' | 'isEmpty'>

export interface CheckedCondition {
  readonly label: Message
  readonly problems: readonly Message[]
}

/** Checks the conditions in their order, up to the first that is violated (docs/api/compatibility.md §3.3). */
export function* checkConditions(transition: Transition, context: ConditionContext): Generator<CheckedCondition> {
  const { caller, tracker } = context
  const named = createFieldNaming(caller, tracker)
  const isPermitted = (groups: Transition['groups']) => canTakeTransition(caller, { groups }, tracker)
  for (const [name, { label, findProblems }] of conditionEntries) {
    const problems = findProblems(transition[name], { ...context, named, isPermitted })
    yield { label, problems }
    if (problems.length > 0) return
  }
}
