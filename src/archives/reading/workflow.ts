import type { UserGroupId } from '../../kit/ids.ts'
import { child, children, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import { group } from '../../platform/model/groups.ts'
import type { TransitionDefinition, WorkflowDefinition } from '../../trackers/model/definition.ts'
import { idAttribute, readFlag } from './attributes.ts'
import { readPostActions } from './post-actions.ts'
import type { Surroundings } from './surroundings.ts'
import { staticList, type TrackerKeys } from './tracker-keys.ts'

/**
 * Which changes of a list field are allowed (docs/api/archive-format.md §2.6); without its field the whole node means
 * nothing.
 */
export function readWorkflow(tracker: XmlElement, keys: TrackerKeys, around: Surroundings): WorkflowDefinition | null {
  const advanced = child(tracker, 'workflow')
  const simple = child(tracker, 'simple_workflow')
  for (const [workflow, isAdvanced] of [
    [advanced, true],
    [simple, false],
  ] as const) {
    const fieldElement = workflow && child(workflow, 'field_id')
    if (workflow === undefined || fieldElement === undefined) continue
    const field = keys.field(fieldElement, staticList)
    if (field === undefined) return null
    return {
      field,
      isUsed: readFlag(trimmedTextOf(workflow, 'is_used'), false),
      isAdvanced,
      isLegacy: false,
      transitions: isAdvanced ? readTransitions(workflow, keys, around) : readStates(workflow, keys, around),
    }
  }
  return null
}

function readTransitions(workflow: XmlElement, keys: TrackerKeys, around: Surroundings): TransitionDefinition[] {
  const holder = child(workflow, 'transitions')
  return (holder === undefined ? [] : children(holder, 'transition')).flatMap((transition) => {
    const to = readTo(transition, keys, around)
    const from = readFrom(transition, keys, around)
    return to === undefined || from === undefined ? [] : [{ from, to, ...readTerms(transition, keys, around) }]
  })
}

/** In simple mode all ways into a state have the same terms. */
function readStates(workflow: XmlElement, keys: TrackerKeys, around: Surroundings): TransitionDefinition[] {
  const holder = child(workflow, 'states')
  return (holder === undefined ? [] : children(holder, 'state')).flatMap((state) => {
    const to = readTo(state, keys, around)
    const terms = readTerms(state, keys, around)
    const ways = child(state, 'transitions')
    return (ways === undefined ? [] : children(ways, 'transition')).flatMap((transition) => {
      const from = readFrom(transition, keys, around)
      return to === undefined || from === undefined ? [] : [{ from, to, ...terms }]
    })
  })
}

function readTo(owner: XmlElement, keys: TrackerKeys, { notes }: Surroundings): string | undefined {
  const element = child(owner, 'to_id')
  if (element !== undefined) return keys.value(element)
  notes.remark('invalid-reference', owner.line, `<${owner.name}> without <to_id> is left out`)
  return undefined
}

/** `null` is a new artifact. */
function readFrom(transition: XmlElement, keys: TrackerKeys, { notes }: Surroundings): string | null | undefined {
  const element = child(transition, 'from_id')
  if (element !== undefined) return idAttribute(element) === 'null' ? null : keys.value(element)
  notes.remark('invalid-reference', transition.line, 'A <transition> without <from_id> is left out')
  return undefined
}

function readTerms(owner: XmlElement, keys: TrackerKeys, around: Surroundings) {
  const conditions = child(owner, 'conditions')
  const ofType = (type: string) =>
    (conditions === undefined ? [] : children(conditions, 'condition')).filter(
      ({ attributes }) => attributes['type']?.trim() === type,
    )
  // Before there were conditions, the permissions stood in the transition itself.
  const permitted = [owner, ...ofType('perms')].flatMap((holder) => children(holder, 'permissions'))
  return {
    groups: readGroups(permitted, around),
    notEmptyFields: unique(ofType('notempty').flatMap(fieldsIn(keys))),
    isCommentRequired: ofType('commentnotempty').some(({ attributes }) =>
      readFlag(attributes['is_comment_required'], false),
    ),
    actions: readPostActions(child(owner, 'postactions'), keys, around),
  }
}

const fieldsIn = (keys: TrackerKeys) => (condition: XmlElement) =>
  children(condition, 'field').flatMap((element) => keys.field(element) ?? [])

/**
 * docs/api/archive-format.md §1.8: unknown groups are left out; when none is left, the transition is for
 * administrators.
 */
function readGroups(permissions: readonly XmlElement[], { notes, groupOf }: Surroundings): UserGroupId[] {
  const lines = permissions.flatMap((holder) => children(holder, 'permission'))
  const known = unique(
    lines.flatMap((line) => {
      const name = line.attributes['ugroup'] ?? ''
      const found = groupOf(name)
      if (found === undefined)
        notes.remark('unknown-group', line.line, `A permission is skipped: "${name}" is no user group of the project`)
      return found ?? []
    }),
  )
  const [first] = lines
  if (first === undefined || known.length > 0) return known
  notes.remark(
    'restriction-kept',
    first.line,
    'A transition is for unknown groups only: project administrators may use it',
  )
  return [group.administrators]
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
