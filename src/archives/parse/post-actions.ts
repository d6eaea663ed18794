import { message } from '../../kit/message.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { PostActionDefinition } from '../../trackers/model/definition.ts'
import type { ParseContext } from '../../trackers/xml/parse-context.ts'
import { type ExpectedElement, expectFieldType, type TrackerKeys } from '../../trackers/xml/tracker-keys.ts'

/** Parses the post actions of a transition (docs/api/archive-format.md §2.6), in order. */
export function parsePostActions(
  holder: XmlElement | undefined,
  keys: TrackerKeys,
  context: ParseContext,
): PostActionDefinition[] {
  return (holder?.children ?? []).flatMap((action) => parseAction(action, keys, context) ?? [])
}

function parseAction(action: XmlElement, keys: TrackerKeys, context: ParseContext): PostActionDefinition | undefined {
  switch (action.name) {
    case 'postaction_field_date': {
      const field = parseField(action, expectFieldType('date'), keys, context)
      return field === undefined
        ? undefined
        : { kind: 'set_date', field, value: dateValue(action.attributes['valuetype']) }
    }
    case 'postaction_field_int':
      return parseNumber('set_int', action, keys, context)
    case 'postaction_field_float':
      return parseNumber('set_float', action, keys, context)
    case 'postaction_ci_build':
      return { kind: 'run_job', jobUrl: action.attributes['job_url'] ?? '' }
    case 'postaction_frozen_fields':
      return { kind: 'frozen_fields', fields: actionFields(action, 'field_id', keys) }
    case 'postaction_hidden_fieldsets':
      return { kind: 'hidden_fieldsets', fieldsets: actionFields(action, 'fieldset_id', keys) }
    default:
      context.notes.remark(
        'feature-left-out',
        action.line,
        message`<${action.name}> belongs to another product: it is kept and does nothing here`,
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

function parseNumber(
  kind: 'set_int' | 'set_float',
  action: XmlElement,
  keys: TrackerKeys,
  context: ParseContext,
): PostActionDefinition | undefined {
  const field = parseField(action, expectFieldType(kind === 'set_int' ? 'int' : 'float'), keys, context)
  const text = action.attributes['value']?.trim() ?? ''
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || (kind === 'set_int' && !Number.isInteger(value))) {
    context.notes.remark(
      'invalid-reference',
      action.line,
      message`value="${text}" of <${action.name}> is not a number of its kind: the action is left out`,
    )
    return undefined
  }
  return field === undefined ? undefined : { kind, field, value }
}

function parseField(
  action: XmlElement,
  expected: ExpectedElement,
  keys: TrackerKeys,
  { notes }: ParseContext,
): string | undefined {
  const element = findChild(action, 'field_id')
  if (element !== undefined) return keys.field(element, expected)
  notes.remark('invalid-reference', action.line, message`<${action.name}> without <field_id> is left out`)
  return undefined
}

const actionFields = (action: XmlElement, name: string, keys: TrackerKeys): string[] =>
  findChildren(action, name).flatMap((element) => keys.field(element) ?? [])
