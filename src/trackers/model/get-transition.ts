import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import type { Tracker, Transition, Workflow } from './tracker.ts'

export interface TransitionInWorkflow {
  readonly workflow: Workflow
  readonly transition: Transition
}

/** A transition in the workflow it belongs to. */
export function getTransition({ workflow }: Pick<Tracker, 'workflow'>, id: TransitionId): TransitionInWorkflow {
  const transition = workflow?.transitions.find((each) => each.id === id)
  if (workflow === null || transition === undefined) throw createUnknownTransitionError()
  return { workflow, transition }
}

/** docs/api/trackers.md §4.10: the same text on every route of transitions. */
export const createUnknownTransitionError = (): Refusal =>
  new Refusal('absent', '', { translated: message`Transition not found.` })

/** docs/api/trackers.md §4.10: in simple mode all transitions to a state have the same conditions and actions. */
export const listTransitionsSharingConditions = ({
  workflow,
  transition,
}: TransitionInWorkflow): readonly Transition[] =>
  workflow.isAdvanced ? [transition] : workflow.transitions.filter(({ to }) => to === transition.to)
