import { element, type Markup, text } from '../../kit/xml/write.ts'
import type { TransitionDefinition, WorkflowDefinition } from '../../trackers/model/definition.ts'
import { flag } from './flag.ts'
import { held, referTo } from './named.ts'
import { writePostAction } from './post-actions.ts'
import type { Surroundings } from './surroundings.ts'

/** Which changes of a list field are allowed (docs/api/archive-format.md §2.6). */
export function writeWorkflow(workflow: WorkflowDefinition | null, around: Surroundings): readonly Markup[] {
  if (workflow === null) return []
  const head = [referTo('field_id', workflow.field), element('is_used', {}, text(flag(workflow.isUsed)))]
  return workflow.isAdvanced
    ? [element('workflow', {}, ...head, element('transitions', {}, ...writeTransitions(workflow, around)))]
    : [element('simple_workflow', {}, ...head, element('states', {}, ...writeStates(workflow, around)))]
}

const writeTransitions = ({ transitions }: WorkflowDefinition, around: Surroundings): readonly Markup[] =>
  transitions.map((transition) =>
    element(
      'transition',
      {},
      writeFrom(transition),
      referTo('to_id', transition.to),
      ...writeActions(transition),
      writeConditions(transition, around),
    ),
  )

/** All ways into a state have the same terms; should they differ, the state is written once for each. */
function writeStates({ transitions }: WorkflowDefinition, around: Surroundings): readonly Markup[] {
  const states = Map.groupBy(transitions, ({ from: _, ...terms }) => JSON.stringify(terms))
  return [...states.values()].flatMap((ways) => {
    const [first] = ways
    if (first === undefined) return []
    return element(
      'state',
      {},
      referTo('to_id', first.to),
      element('transitions', {}, ...ways.map((way) => element('transition', {}, writeFrom(way)))),
      ...writeActions(first),
      writeConditions(first, around),
    )
  })
}

/** `null` is a new artifact. */
const writeFrom = ({ from }: TransitionDefinition): Markup => referTo('from_id', from ?? 'null')

const writeActions = ({ actions }: TransitionDefinition): readonly Markup[] =>
  held('postactions', actions.map(writePostAction))

function writeConditions(
  { groups, notEmptyFields, isCommentRequired }: TransitionDefinition,
  { groupNameOf }: Surroundings,
): Markup {
  const permitted = groups
    .flatMap((group) => groupNameOf(group) ?? [])
    .map((ugroup) => element('permission', { ugroup }))
  const filled = notEmptyFields.map((key) => referTo('field', key))
  return element(
    'conditions',
    {},
    element('condition', { type: 'perms' }, element('permissions', {}, ...permitted)),
    ...(filled.length === 0 ? [] : [element('condition', { type: 'notempty' }, ...filled)]),
    element('condition', { type: 'commentnotempty', is_comment_required: flag(isCommentRequired) }),
  )
}
