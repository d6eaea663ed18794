import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { TransitionDefinition, WorkflowDefinition } from '../../trackers/model/definition.ts'
import { formatFlag } from './flag.ts'
import { writePostAction } from './post-actions.ts'
import type { SerializeContext } from './serialize-context.ts'
import { buildHolderElement, buildReferenceElement } from './xml-elements.ts'

/** Writes the workflow of a list field (docs/api/archive-format.md §2.6). */
export function writeWorkflow(workflow: WorkflowDefinition | null, context: SerializeContext): readonly Markup[] {
  if (workflow === null) return []
  const head = [
    buildReferenceElement('field_id', workflow.field),
    element('is_used', {}, text(formatFlag(workflow.isUsed))),
  ]
  return workflow.isAdvanced
    ? [element('workflow', {}, ...head, element('transitions', {}, ...writeTransitions(workflow, context)))]
    : [element('simple_workflow', {}, ...head, element('states', {}, ...writeStates(workflow, context)))]
}

const writeTransitions = ({ transitions }: WorkflowDefinition, context: SerializeContext): readonly Markup[] =>
  transitions.map((transition) =>
    element(
      'transition',
      {},
      writeFrom(transition),
      buildReferenceElement('to_id', transition.to),
      ...writeActions(transition),
      writeConditions(transition, context),
    ),
  )

/** Simple mode: transitions to a state share their conditions; if they differ, the state is written once for each. */
function writeStates({ transitions }: WorkflowDefinition, context: SerializeContext): readonly Markup[] {
  const states = Map.groupBy(transitions, ({ from: _, ...terms }) => JSON.stringify(terms))
  return [...states.values()].flatMap((ways) => {
    const [first] = ways
    if (first === undefined) return []
    return element(
      'state',
      {},
      buildReferenceElement('to_id', first.to),
      element('transitions', {}, ...ways.map((way) => element('transition', {}, writeFrom(way)))),
      ...writeActions(first),
      writeConditions(first, context),
    )
  })
}

/** `null` is a new artifact. */
const writeFrom = ({ from }: TransitionDefinition): Markup => buildReferenceElement('from_id', from ?? 'null')

const writeActions = ({ actions }: TransitionDefinition): readonly Markup[] =>
  buildHolderElement('postactions', actions.map(writePostAction))

function writeConditions(
  { groups, notEmptyFields, isCommentRequired }: TransitionDefinition,
  { groupNameOf }: SerializeContext,
): Markup {
  const permitted = groups
    .flatMap((group) => groupNameOf(group) ?? [])
    .map((ugroup) => element('permission', { ugroup }))
  const filled = notEmptyFields.map((key) => buildReferenceElement('field', key))
  return element(
    'conditions',
    {},
    element('condition', { type: 'perms' }, element('permissions', {}, ...permitted)),
    ...(filled.length === 0 ? [] : [element('condition', { type: 'notempty' }, ...filled)]),
    element('condition', { type: 'commentnotempty', is_comment_required: formatFlag(isCommentRequired) }),
  )
}
