import type { FieldTypeName } from '../../fields/field.ts'
import { isFieldTypeName } from '../../fields/registry.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'

/** A form element and what its key may be used for. */
interface KnownField {
  readonly key: string
  readonly name: string
  readonly type: FieldTypeName
}

/** The keys of one tracker, and reading of references to them: one that names nothing is a problem. */
export interface TrackerKeys {
  readonly fields: ReadonlyMap<string, KnownField>
  readonly values: ReadonlySet<string>
  /** `REF` of an element. */
  field(element: XmlElement, attribute?: string): string | undefined
  value(element: XmlElement, attribute?: string): string | undefined
  /** A value, or null for "None", which has no key. */
  valueOrNone(element: XmlElement, attribute?: string): string | null | undefined
}

/** Every element of a form, in document order, containers before what they hold. */
export function* formElementsOf(parent: XmlElement): Generator<XmlElement> {
  const holder = child(parent, 'formElements')
  for (const element of holder?.children ?? []) {
    if (element.name !== 'formElement' && element.name !== 'externalField') continue
    yield element
    yield* formElementsOf(element)
  }
}

export const itemsOf = (formElement: XmlElement): readonly XmlElement[] => {
  const bind = child(formElement, 'bind')
  const items = bind && child(bind, 'items')
  return items === undefined ? [] : children(items, 'item')
}

/** What the keys of a tracker stand for. */
export function keysOf(tracker: XmlElement, notes: Notes): TrackerKeys {
  const fields = new Map<string, KnownField>()
  const values = new Set<string>()
  for (const element of formElementsOf(tracker)) {
    const { ID: key, type = '' } = element.attributes
    const name = child(element, 'name')?.text.trim() ?? ''
    if (key !== undefined && isFieldTypeName(type)) fields.set(key, { key, name, type })
    for (const item of itemsOf(element)) if (item.attributes['ID'] !== undefined) values.add(item.attributes['ID'])
  }

  const unknown = (element: XmlElement, attribute: string, what: string) => {
    const { line, name } = element
    notes.problem(
      'invalid-reference',
      line,
      `<${name} ${attribute}="${element.attributes[attribute] ?? ''}"> names no ${what} of its tracker`,
    )
    return undefined
  }
  const keys: TrackerKeys = {
    fields,
    values,
    field(element, attribute = 'REF') {
      const key = element.attributes[attribute] ?? ''
      return fields.has(key) ? key : unknown(element, attribute, 'form element')
    },
    value(element, attribute = 'REF') {
      const key = element.attributes[attribute] ?? ''
      return values.has(key) ? key : unknown(element, attribute, 'list value')
    },
    valueOrNone(element, attribute = 'REF') {
      const key = element.attributes[attribute] ?? ''
      return !values.has(key) && noneKeys.has(key) ? null : keys.value(element, attribute)
    },
  }
  return keys
}

/** Contract 20 §6.3: 100 is "None" of every list. */
const noneKeys: ReadonlySet<string> = new Set(['', '100', 'V100'])
