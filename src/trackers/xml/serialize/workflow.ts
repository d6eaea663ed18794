import { buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import { getPostActionType } from '../../actions/registry.ts'
import { conditionEntries } from '../../conditions/registry.ts'
import type { TransitionDefinition, WorkflowDefinition } from '../../model/definition.ts'
import { formatFlag } from '../flag.ts'
import type { SerializeContext } from '../serialize-context.ts'
import { buildHolderElement, buildReferenceElement } from '../xml-elements.ts'

/** Writes the workflow of a list field (docs/api/archive-format.md §2.6). */
export function writeWorkflow(workflow: WorkflowDefinition | null, context: SerializeContext): readonly Markup[] {
  if (workflow === null) return []
  const head = [
    buildReferenceElement('field_id', workflow.field),
    buildElement('is_used', {}, escapeText(formatFlag(workflow.isUsed))),
  ]
  return workflow.isAdvanced
    ? [buildElement('workflow', {}, ...head, buildElement('transitions', {}, ...writeTransitions(workflow, context)))]
    : [buildElement('simple_workflow', {}, ...head, buildElement('states', {}, ...writeStates(workflow, context)))]
}

const writeTransitions = ({ transitions }: WorkflowDefinition, context: SerializeContext): readonly Markup[] =>
  transitions.map((transition) =>
    buildElement(
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
    return buildElement(
      'state',
      {},
      buildReferenceElement('to_id', first.to),
      buildElement('transitions', {}, ...ways.map((way) => buildElement('transition', {}, writeFrom(way)))),
      ...writeActions(first),
      writeConditions(first, context),
    )
  })
}

/** `null` is a new artifact. */
const writeFrom = ({ from }: TransitionDefinition): Markup => buildReferenceElement('from_id', from ?? 'null')

const writeActions = ({ actions }: TransitionDefinition): readonly Markup[] =>
  buildHolderElement(
    'postactions',
    actions.map((action) => getPostActionType(action.kind).archive.write(action)),
  )

const writeConditions = (transition: TransitionDefinition, context: SerializeContext): Markup =>
  buildElement(
    'conditions',
    {},
    ...conditionEntries.flatMap(([name, { archive }]) => archive.write(transition[name], context)),
  )
