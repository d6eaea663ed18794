import type { BindDefinition, FieldDefinition } from '../../fields/definition.ts'
import { parseFieldProperties } from '../../fields/parse-field-properties.ts'
import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import { child, textOf, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import { flagAttribute, requiredAttribute, wholeAttribute } from './attributes.ts'
import { readBind } from './bind.ts'
import { type Form, readForm } from './form.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * The elements of a form, nested as the archive nests them (docs/api/archive-format.md §2.3), and what their names
 * became.
 */
export function readFormElements(
  tracker: XmlElement,
  around: Surroundings,
): { readonly fields: FieldDefinition[]; readonly form: Form } {
  const form = readForm(tracker, around.notes)
  return { fields: readNested(tracker, form, around), form }
}

function readNested(parent: XmlElement, form: Form, around: Surroundings): FieldDefinition[] {
  const holder = child(parent, 'formElements')
  return (holder?.children ?? []).flatMap((element, index) => {
    if (element.name === 'formElement' || element.name === 'externalField') return readOne(element, index, form, around)
    around.notes.remark('feature-left-out', element.line, `<${element.name}> is not a form element: it is left out`)
    return []
  })
}

function readOne(element: XmlElement, index: number, form: Form, around: Surroundings): FieldDefinition[] {
  const { notes } = around
  const type = element.attributes['type']?.trim() ?? ''
  const nested = readNested(element, form, around)
  if (!isFieldTypeName(type)) {
    leaveOut(element, type, around)
    return nested
  }
  const key = requiredAttribute(element, 'ID', notes)
  requiredAttribute(element, 'rank', notes)
  const { kind, hasBind } = fieldType(type)
  const isContainer = kind === 'container'
  if (nested.length > 0 && !isContainer)
    notes.remark(
      'element-moved',
      element.line,
      `A form element of type ${type} holds no others: they are placed next to it`,
    )
  const name = form.nameOf.get(element) ?? ''
  const isUsed = flagAttribute(element, 'use_it', true, notes)
  const definition: FieldDefinition = {
    key,
    type,
    name,
    label: labelOf(element, around) || name,
    description: trimmedTextOf(element, 'description') ?? '',
    rank: wholeAttribute(element, 'rank', index, notes),
    isUsed: isUsed && !form.furtherOfType.has(element),
    isRequired: flagAttribute(element, 'required', false, notes),
    hasNotifications: flagAttribute(element, 'notifications', false, notes),
    properties: parseFieldProperties(type, child(element, 'properties')?.attributes ?? {}),
    bind: hasBind ? bindOf(element, name, around) : null,
    permissions: [],
    children: isContainer ? nested : [],
  }
  return isContainer ? [definition] : [definition, ...nested]
}

/** docs/api/archive-format.md §2.3: a plug-in that does not exist here made it. */
function leaveOut(element: XmlElement, type: string, { notes }: Surroundings): void {
  if (element.name === 'formElement' && type === '') {
    requiredAttribute(element, 'type', notes)
    return
  }
  const name = trimmedTextOf(element, 'name') ?? ''
  const what = name === '' ? `<${element.name}>` : `The form element "${name}"`
  const why = type === '' ? 'has no type' : `has the type "${type}", which does not exist here`
  notes.remark('element-left-out', element.line, `${what} ${why}: it is left out`)
}

/** Old templates name some containers by a key, which people read as these words. */
const labels: ReadonlyMap<string, string> = new Map([
  ['fieldset_default_bugs_lbl_key', 'Details'],
  ['fieldset_default_tasks_lbl_key', 'Details'],
  ['fieldset_status_bugs_lbl_key', 'Status'],
  ['fieldset_status_tasks_lbl_key', 'Status'],
])

function labelOf(element: XmlElement, { notes }: Surroundings): string {
  if (textOf(element, 'label') === undefined) {
    const name = trimmedTextOf(element, 'name') ?? ''
    notes.problem('required-part-missing', element.line, `The form element ${name} needs a <label>`)
  }
  const label = trimmedTextOf(element, 'label') ?? ''
  return labels.get(label) ?? label
}

function bindOf(element: XmlElement, name: string, around: Surroundings): BindDefinition | null {
  const bind = child(element, 'bind')
  if (bind !== undefined) return readBind(bind, name, around)
  around.notes.problem('required-part-missing', element.line, `The list ${name} needs a <bind>`)
  return null
}
