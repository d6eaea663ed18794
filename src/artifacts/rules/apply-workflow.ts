import type { StoredValues } from '../../fields/model/field.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { BindValueId, FieldId } from '../../kit/values/ids.ts'
import type { Transition } from '../../trackers/model/tracker.ts'
import { canReadField } from '../../trackers/policy.ts'
import { computeStateEffects } from '../model/effects-of-state.ts'
import { checkConditions } from './conditions.ts'
import { findState, findTransition } from './find-transition.ts'
import { formatValueLabel } from './format-value-label.ts'
import { runActions } from './post-actions.ts'
import type { WorkflowContext } from './workflow-context.ts'

export interface WorkflowVerdict {
  /** Sentences without level and line end (docs/api/artifacts.md §5.3); empty: the change is allowed. */
  readonly problems: readonly Message[]
  /** True if the value itself is the problem: PUT reports it like other problems of values, without a level. */
  readonly isAboutValue: boolean
  /** Fields that are frozen by the state before. */
  readonly frozen: readonly FieldId[]
  /** Values set by the workflow; they override the input. */
  readonly values: StoredValues
  /** Actions of the transition that is taken. */
  readonly actions: Transition['actions']
}

/**
 * docs/api/field-values.md §17: returns whether the workflow allows a change, and what it adds. Conditions do not apply
 * to the system itself; actions of transitions do.
 */
export function applyWorkflow(context: WorkflowContext): WorkflowVerdict {
  const { tracker, before, changed, caller } = context
  const frozen = before === null || caller.kind === 'system' ? [] : [...computeStateEffects(before, tracker).frozen]
  const nothing: WorkflowVerdict = { problems: [], isAboutValue: false, frozen, values: {}, actions: [] }
  const { workflow } = tracker
  // docs/api/trackers.md §3.8: conditions and actions of a legacy workflow apply although it is disabled.
  if (workflow === null || !(workflow.isUsed || workflow.isLegacy)) return nothing
  if (before !== null && changed[workflow.field] === undefined) return nothing
  const from = before === null ? null : findState(before, workflow.field)
  const to = findState(changed, workflow.field)
  // The same value again is no transition (docs/api/compatibility.md §3.3), nor is a new artifact without a state.
  if (from === to) return nothing
  const transition = findTransition(workflow, from, to)
  if (transition === undefined) {
    if (!workflow.isUsed || caller.kind === 'system') return nothing
    const label = describeState(context, to)
    return { ...nothing, problems: [message`The transition to the value "${label}" is not valid.`], isAboutValue: true }
  }
  const checked = caller.kind === 'system' ? [] : [...checkConditions(transition, context)]
  const problems = checked.flatMap((condition) => condition.problems)
  if (problems.length > 0) return { ...nothing, problems }
  return { ...nothing, values: runActions(transition, context), actions: transition.actions }
}

/** Returns the label of a state; its id if the caller cannot read the field, which a new artifact may have set. */
function describeState({ tracker, caller, names }: WorkflowContext, state: BindValueId | null): string {
  const field = tracker.workflow === null ? undefined : tracker.fieldById.get(tracker.workflow.field)
  const isReadable = field !== undefined && canReadField(caller, field, tracker)
  return state === null || isReadable ? formatValueLabel(field, state, names) : `#${state}`
}
