import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { PostActionDefinition } from '../../trackers/model/definition.ts'
import type { Surroundings } from './surroundings.ts'
import { ofType, type TrackerKeys, type Wanted } from './tracker-keys.ts'

/** What a transition does by itself (docs/api/archive-format.md §2.6), in the order it is written. */
export function readPostActions(
  holder: XmlElement | undefined,
  keys: TrackerKeys,
  around: Surroundings,
): PostActionDefinition[] {
  return (holder?.children ?? []).flatMap((action) => readAction(action, keys, around) ?? [])
}

function readAction(action: XmlElement, keys: TrackerKeys, around: Surroundings): PostActionDefinition | undefined {
  switch (action.name) {
    case 'postaction_field_date': {
      const field = readField(action, ofType('date'), keys, around)
      return field === undefined
        ? undefined
        : { kind: 'set_date', field, value: dateValue(action.attributes['valuetype']) }
    }
    case 'postaction_field_int':
      return readNumber('set_int', action, keys, around)
    case 'postaction_field_float':
      return readNumber('set_float', action, keys, around)
    case 'postaction_ci_build':
      return { kind: 'run_job', jobUrl: action.attributes['job_url'] ?? '' }
    case 'postaction_frozen_fields':
      return { kind: 'frozen_fields', fields: fieldsOf(action, 'field_id', keys) }
    case 'postaction_hidden_fieldsets':
      return { kind: 'hidden_fieldsets', fieldsets: fieldsOf(action, 'fieldset_id', keys) }
    default:
      around.notes.remark(
        'feature-left-out',
        action.line,
        `<${action.name}> belongs to another product: it is kept and does nothing here`,
      )
      return { kind: 'other', name: action.name }
  }
}

function dateValue(type: string | undefined): 'clear' | 'current' | null {
  switch (type?.trim()) {
    case '1':
      return 'clear'
    case '2':
      return 'current'
    default:
      return null
  }
}

function readNumber(
  kind: 'set_int' | 'set_float',
  action: XmlElement,
  keys: TrackerKeys,
  around: Surroundings,
): PostActionDefinition | undefined {
  const field = readField(action, ofType(kind === 'set_int' ? 'int' : 'float'), keys, around)
  const text = action.attributes['value']?.trim() ?? ''
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || (kind === 'set_int' && !Number.isInteger(value))) {
    around.notes.remark(
      'invalid-reference',
      action.line,
      `value="${text}" of <${action.name}> is not a number of its kind: the action is left out`,
    )
    return undefined
  }
  return field === undefined ? undefined : { kind, field, value }
}

function readField(action: XmlElement, wanted: Wanted, keys: TrackerKeys, { notes }: Surroundings): string | undefined {
  const element = child(action, 'field_id')
  if (element !== undefined) return keys.field(element, wanted)
  notes.remark('invalid-reference', action.line, `<${action.name}> without <field_id> is left out`)
  return undefined
}

const fieldsOf = (action: XmlElement, name: string, keys: TrackerKeys): string[] =>
  children(action, name).flatMap((element) => keys.field(element) ?? [])
