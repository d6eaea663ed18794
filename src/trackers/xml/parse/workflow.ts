import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import { buildConditions } from '../../conditions/registry.ts'
import type { TransitionDefinition, WorkflowDefinition } from '../../model/definition.ts'
import { parseFlag, parseIdAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import { staticList, type TrackerKeys } from '../tracker-keys.ts'
import { parsePostActions } from './post-actions.ts'

/** Parses the workflow of a list field (docs/api/archive-format.md §2.6); ignored without its field. */
export function parseWorkflow(
  tracker: XmlElement,
  keys: TrackerKeys,
  context: ParseContext,
): WorkflowDefinition | null {
  const advanced = findChild(tracker, 'workflow')
  const simple = findChild(tracker, 'simple_workflow')
  for (const [workflow, isAdvanced] of [
    [advanced, true],
    [simple, false],
  ] as const) {
    const fieldElement = workflow && findChild(workflow, 'field_id')
    if (workflow === undefined || fieldElement === undefined) continue
    const field = keys.field(fieldElement, staticList)
    if (field === undefined) return null
    return {
      field,
      isUsed: parseFlag(getTrimmedText(workflow, 'is_used'), false),
      isAdvanced,
      isLegacy: false,
      transitions: isAdvanced ? parseTransitions(workflow, keys, context) : parseStates(workflow, keys, context),
    }
  }
  return null
}

function parseTransitions(workflow: XmlElement, keys: TrackerKeys, context: ParseContext): TransitionDefinition[] {
  const holder = findChild(workflow, 'transitions')
  return (holder === undefined ? [] : findChildren(holder, 'transition')).flatMap((transition) => {
    const to = parseTo(transition, keys, context)
    const from = parseFrom(transition, keys, context)
    return to === undefined || from === undefined ? [] : [{ from, to, ...parseTerms(transition, keys, context) }]
  })
}

/** Simple mode: all transitions to a state share their conditions. */
function parseStates(workflow: XmlElement, keys: TrackerKeys, context: ParseContext): TransitionDefinition[] {
  const holder = findChild(workflow, 'states')
  return (holder === undefined ? [] : findChildren(holder, 'state')).flatMap((state) => {
    const to = parseTo(state, keys, context)
    const terms = parseTerms(state, keys, context)
    const ways = findChild(state, 'transitions')
    return (ways === undefined ? [] : findChildren(ways, 'transition')).flatMap((transition) => {
      const from = parseFrom(transition, keys, context)
      return to === undefined || from === undefined ? [] : [{ from, to, ...terms }]
    })
  })
}

function parseTo(owner: XmlElement, keys: TrackerKeys, { notes }: ParseContext): string | undefined {
  const element = findChild(owner, 'to_id')
  if (element !== undefined) return keys.value(element)
  notes.remark('invalid-reference', owner.line, message`<${owner.name}> without <to_id> is left out`)
  return undefined
}

/** `null` is a new artifact. */
function parseFrom(transition: XmlElement, keys: TrackerKeys, { notes }: ParseContext): string | null | undefined {
  const element = findChild(transition, 'from_id')
  if (element !== undefined) return parseIdAttribute(element) === 'null' ? null : keys.value(element)
  notes.remark('invalid-reference', transition.line, message`A <transition> without <from_id> is left out`)
  return undefined
}

function parseTerms(owner: XmlElement, keys: TrackerKeys, context: ParseContext) {
  const holder = findChild(owner, 'conditions')
  const elements = holder === undefined ? [] : findChildren(holder, 'condition')
  return {
    ...buildConditions<string>(({ archive }) => {
      const ofType = elements.filter(({ attributes }) => attributes['type']?.trim() === archive.type)
      return archive.read(ofType, owner, keys, context)
    }),
    actions: parsePostActions(findChild(owner, 'postactions'), keys, context),
  }
}
