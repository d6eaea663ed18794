import { type Message, message } from '../../../kit/messages/message.ts'
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
    const source = { field, keys, pairs: new Set<string>() }
    return {
      field,
      isUsed: parseFlag(getTrimmedText(workflow, 'is_used'), false),
      isAdvanced,
      isLegacy: false,
      transitions: isAdvanced ? parseTransitions(workflow, source, context) : parseStates(workflow, source, context),
    }
  }
  return null
}

/** What transitions refer to. */
interface TransitionSource {
  /** The list of the workflow. */
  readonly field: string
  readonly keys: TrackerKeys
  /** Transitions that were parsed before. */
  readonly pairs: Set<string>
}

function parseTransitions(
  workflow: XmlElement,
  source: TransitionSource,
  context: ParseContext,
): TransitionDefinition[] {
  const holder = findChild(workflow, 'transitions')
  return (holder === undefined ? [] : findChildren(holder, 'transition')).flatMap((transition) => {
    const pair = parsePair(transition, parseTo(transition, source, context), source, context)
    return pair === undefined ? [] : [{ ...pair, ...parseTerms(transition, source.keys, context) }]
  })
}

/** Simple mode: all transitions to a state share their conditions. */
function parseStates(workflow: XmlElement, source: TransitionSource, context: ParseContext): TransitionDefinition[] {
  const holder = findChild(workflow, 'states')
  return (holder === undefined ? [] : findChildren(holder, 'state')).flatMap((state) => {
    const to = parseTo(state, source, context)
    const terms = parseTerms(state, source.keys, context)
    const ways = findChild(state, 'transitions')
    return (ways === undefined ? [] : findChildren(ways, 'transition')).flatMap((transition) => {
      const pair = parsePair(transition, to, source, context)
      return pair === undefined ? [] : [{ ...pair, ...terms }]
    })
  })
}

/** Transitions from a value to itself, and repeated ones, are left out: the API has none, either. */
function parsePair(
  transition: XmlElement,
  to: string | undefined,
  source: TransitionSource,
  context: ParseContext,
): Pick<TransitionDefinition, 'from' | 'to'> | undefined {
  const from = parseFrom(transition, source, context)
  if (to === undefined || from === undefined) return undefined
  const leaveOut = (why: Message) => {
    context.notes.remark(
      'invalid-reference',
      transition.line,
      message`The transition from ${from ?? 'null'} to ${to} ${why}: it is left out`,
    )
    return undefined
  }
  if (from === to) return leaveOut(message`changes nothing`)
  const pair = `${from} ${to}`
  if (source.pairs.has(pair)) return leaveOut(message`is there twice`)
  source.pairs.add(pair)
  return { from, to }
}

function parseTo(owner: XmlElement, { keys, field }: TransitionSource, { notes }: ParseContext): string | undefined {
  const element = findChild(owner, 'to_id')
  if (element !== undefined) return keys.value(element, field)
  notes.remark('invalid-reference', owner.line, message`<${owner.name}> without <to_id> is left out`)
  return undefined
}

/** `null` is a new artifact. */
function parseFrom(
  transition: XmlElement,
  { keys, field }: TransitionSource,
  { notes }: ParseContext,
): string | null | undefined {
  const element = findChild(transition, 'from_id')
  if (element !== undefined) return parseIdAttribute(element) === 'null' ? null : keys.value(element, field)
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
