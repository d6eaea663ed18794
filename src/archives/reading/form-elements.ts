import type { FieldDefinition } from '../../fields/definition.ts'
import { propertiesOf } from '../../fields/read-properties.ts'
import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import { child, textOf, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import { flagAttribute, requiredAttribute, wholeAttribute } from './attributes.ts'
import { readBind } from './bind.ts'
import type { ReadPermissions } from './permissions.ts'
import type { Surroundings } from './surroundings.ts'

/** The elements of a form, nested as they stand (contract 20 §8.3). */
export function readFormElements(
  parent: XmlElement,
  permissions: ReadPermissions['fields'],
  around: Surroundings,
): FieldDefinition[] {
  const holder = child(parent, 'formElements')
  return (holder?.children ?? []).flatMap((element) => {
    if (element.name === 'formElement' || element.name === 'externalField') return readOne(element, permissions, around)
    around.notes.problem('invalid-structure', element.line, `<${element.name}> is no form element`)
    return []
  })
}

function readOne(element: XmlElement, permissions: ReadPermissions['fields'], around: Surroundings): FieldDefinition[] {
  const { notes } = around
  const type = requiredAttribute(element, 'type', notes)
  const key = requiredAttribute(element, 'ID', notes)
  if (type === '') return []
  if (!isFieldTypeName(type)) {
    notes.problem('invalid-structure', element.line, `"${type}" is no type of form element`)
    return []
  }
  const { kind, hasBind } = fieldType(type)
  const nested = readFormElements(element, permissions, around)
  if (nested.length > 0 && kind !== 'container')
    notes.problem('invalid-structure', element.line, `A form element of type ${type} holds no others`)
  requiredAttribute(element, 'rank', notes)
  const name = readName(element, around)
  return [
    {
      key,
      type,
      name,
      label: labelOf(element) ?? name,
      description: trimmedTextOf(element, 'description') ?? '',
      rank: wholeAttribute(element, 'rank', 0, notes),
      isUsed: flagAttribute(element, 'use_it', true, notes),
      isRequired: flagAttribute(element, 'required', false, notes),
      hasNotifications: flagAttribute(element, 'notifications', false, notes),
      properties: propertiesOf(type, child(element, 'properties')?.attributes ?? {}),
      bind: hasBind ? bindOf(element, around) : null,
      permissions: permissions.get(key) ?? [],
      children: nested,
    },
  ]
}

/** Old templates name some containers by a key, which people read as these words. */
const labels: ReadonlyMap<string, string> = new Map([
  ['fieldset_default_bugs_lbl_key', 'Details'],
  ['fieldset_default_tasks_lbl_key', 'Details'],
  ['fieldset_status_bugs_lbl_key', 'Status'],
  ['fieldset_status_tasks_lbl_key', 'Status'],
])

function labelOf(element: XmlElement): string | undefined {
  const label = trimmedTextOf(element, 'label')
  return label === undefined ? undefined : (labels.get(label) ?? label)
}

function readName(element: XmlElement, { notes }: Surroundings): string {
  const name = trimmedTextOf(element, 'name') ?? ''
  if (name === '') notes.problem('required-part-missing', element.line, 'A form element needs a <name>')
  else if (/\s/.test(name))
    notes.problem('invalid-structure', element.line, `The name "${name}" holds a blank; use letters, digits, _ and -`)
  if (textOf(element, 'label') === undefined)
    notes.problem('required-part-missing', element.line, `The form element ${name} needs a <label>`)
  return name
}

function bindOf(element: XmlElement, around: Surroundings) {
  const bind = child(element, 'bind')
  if (bind !== undefined) return readBind(bind, around)
  around.notes.problem(
    'required-part-missing',
    element.line,
    `The list ${trimmedTextOf(element, 'name') ?? ''} needs a <bind>`,
  )
  return null
}
