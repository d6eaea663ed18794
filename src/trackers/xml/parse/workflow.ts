import { group } from '../../../accounts/model/groups.ts'
import { message } from '../../../kit/messages/message.ts'
import type { UserGroupId } from '../../../kit/values/ids.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
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
  const conditions = findChild(owner, 'conditions')
  const ofType = (type: string) =>
    (conditions === undefined ? [] : findChildren(conditions, 'condition')).filter(
      ({ attributes }) => attributes['type']?.trim() === type,
    )
  // In the older format the permissions are in the transition itself.
  const permitted = [owner, ...ofType('perms')].flatMap((holder) => findChildren(holder, 'permissions'))
  return {
    groups: parseGroups(permitted, context),
    notEmptyFields: unique(ofType('notempty').flatMap(fieldsIn(keys))),
    isCommentRequired: ofType('commentnotempty').some(({ attributes }) =>
      parseFlag(attributes['is_comment_required'], false),
    ),
    actions: parsePostActions(findChild(owner, 'postactions'), keys, context),
  }
}

const fieldsIn = (keys: TrackerKeys) => (condition: XmlElement) =>
  findChildren(condition, 'field').flatMap((element) => keys.field(element) ?? [])

/**
 * docs/api/archive-format.md §1.8: unknown groups are omitted; if none remains, only administrators may use the
 * transition.
 */
function parseGroups(permissions: readonly XmlElement[], { notes, groupOf }: ParseContext): UserGroupId[] {
  const lines = permissions.flatMap((holder) => findChildren(holder, 'permission'))
  const known = unique(
    lines.flatMap((line) => {
      const name = line.attributes['ugroup'] ?? ''
      const found = groupOf(name)
      if (found === undefined)
        notes.remark(
          'unknown-group',
          line.line,
          message`A permission is skipped: "${name}" is not a user group of the project`,
        )
      return found ?? []
    }),
  )
  const [first] = lines
  if (first === undefined || known.length > 0) return known
  notes.remark(
    'restriction-kept',
    first.line,
    message`A transition is for unknown groups only: project administrators may use it`,
  )
  return [group.administrators]
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
