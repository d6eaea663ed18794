import type { BindDefinition, FieldDefinition } from '../../../fields/model/definition.ts'
import type { FieldTypeName } from '../../../fields/model/field.ts'
import { parseFieldProperties } from '../../../fields/registry/parse-field-properties.ts'
import { getFieldType, isFieldTypeName } from '../../../fields/registry/registry.ts'
import { message } from '../../../kit/messages/message.ts'
import { findChild, getText, getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import { getRequiredAttribute, parseFlagAttribute, parseIntegerAttribute } from '../attributes.ts'
import type { FindingReporter } from '../finding-reporter.ts'
import type { ParseContext } from '../parse-context.ts'
import { parseBind } from './bind.ts'
import { type Form, parseForm } from './form.ts'

/** Parses the nested form elements (docs/api/archive-format.md §2.3) and their new names. */
export function parseFormElements(
  tracker: XmlElement,
  context: ParseContext,
): { readonly fields: FieldDefinition[]; readonly form: Form } {
  const form = parseForm(tracker, context.notes)
  return { fields: parseNested(tracker, form, context), form }
}

function parseNested(parent: XmlElement, form: Form, context: ParseContext): FieldDefinition[] {
  const holder = findChild(parent, 'formElements')
  return (holder?.children ?? []).flatMap((element, index) => {
    if (element.name === 'formElement' || element.name === 'externalField')
      return parseFormElement(element, index, form, context)
    context.notes.remark(
      'feature-left-out',
      element.line,
      message`<${element.name}> is not a form element: it is left out`,
    )
    return []
  })
}

function parseFormElement(element: XmlElement, index: number, form: Form, context: ParseContext): FieldDefinition[] {
  const { notes } = context
  const type = element.attributes['type']?.trim() ?? ''
  const nested = parseNested(element, form, context)
  if (!isFieldTypeName(type)) {
    omitElement(element, type, context)
    return nested
  }
  const key = getRequiredAttribute(element, 'ID', notes)
  getRequiredAttribute(element, 'rank', notes)
  const { kind, hasBind } = getFieldType(type)
  const isContainer = kind === 'container'
  if (nested.length > 0 && !isContainer)
    notes.remark(
      'element-moved',
      element.line,
      message`A form element of type ${type} holds no others: they are placed next to it`,
    )
  const name = form.nameOf.get(element) ?? ''
  const isUsed = parseFlagAttribute(element, 'use_it', true, notes)
  const definition: FieldDefinition = {
    key,
    type,
    name,
    label: parseLabel(element, context) || name,
    description: getTrimmedText(element, 'description') ?? '',
    rank: parseIntegerAttribute(element, 'rank', index, notes),
    isUsed: isUsed && !form.furtherOfType.has(element),
    isRequired: parseFlagAttribute(element, 'required', false, notes),
    hasNotifications: parseFlagAttribute(element, 'notifications', false, notes),
    properties: parseProperties(element, type, notes),
    bind: hasBind ? bindOf(element, name, context) : null,
    permissions: [],
    children: isContainer ? nested : [],
  }
  return isContainer ? [definition] : [definition, ...nested]
}

function parseProperties(element: XmlElement, type: FieldTypeName, notes: FindingReporter): Record<string, unknown> {
  const properties = findChild(element, 'properties')
  return parseFieldProperties(type, properties?.attributes ?? {}, (name, text) =>
    notes.remark(
      'default-used',
      (properties ?? element).line,
      message`${name}="${text}" is not a value of this setting of a field of type ${type}: the default applies`,
    ),
  )
}

/** docs/api/archive-format.md §2.3: created by a plugin that does not exist here. */
function omitElement(element: XmlElement, type: string, { notes }: ParseContext): void {
  if (element.name === 'formElement' && type === '') {
    getRequiredAttribute(element, 'type', notes)
    return
  }
  const name = getTrimmedText(element, 'name') ?? ''
  const what = name === '' ? `<${element.name}>` : message`The form element "${name}"`
  const why = type === '' ? message`has no type` : message`has the type "${type}", which does not exist here`
  notes.remark('element-left-out', element.line, message`${what} ${why}: it is left out`)
}

/** Old templates identify some containers by translation keys; these are their texts. */
const labels: ReadonlyMap<string, string> = new Map([
  ['fieldset_default_bugs_lbl_key', 'Details'],
  ['fieldset_default_tasks_lbl_key', 'Details'],
  ['fieldset_status_bugs_lbl_key', 'Status'],
  ['fieldset_status_tasks_lbl_key', 'Status'],
])

function parseLabel(element: XmlElement, { notes }: ParseContext): string {
  if (getText(element, 'label') === undefined) {
    const name = getTrimmedText(element, 'name') ?? ''
    notes.problem('required-part-missing', element.line, message`The form element ${name} needs a <label>`)
  }
  const label = getTrimmedText(element, 'label') ?? ''
  return labels.get(label) ?? label
}

function bindOf(element: XmlElement, name: string, context: ParseContext): BindDefinition | null {
  const bind = findChild(element, 'bind')
  if (bind !== undefined) return parseBind(bind, name, context)
  context.notes.problem('required-part-missing', element.line, message`The list ${name} needs a <bind>`)
  return null
}
