import type { BindDefinition, FieldDefinition } from '../../fields/definition.ts'
import type { FieldTypeName } from '../../fields/field.ts'
import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import { idAttribute } from './attributes.ts'

/** A form element and what its key may be used for. */
interface KnownField {
  readonly key: string
  readonly name: string
  readonly type: FieldTypeName
  readonly bind: BindDefinition['kind'] | null
}

/** What a reference may name, where not every form element will do. */
export interface Wanted {
  /** `a date field` */
  readonly noun: string
  fits(field: KnownField): boolean
}

/** The keys of one tracker, and reading of references to them: one that names nothing is dropped with a remark. */
export interface TrackerKeys {
  readonly fields: ReadonlyMap<string, KnownField>
  readonly values: ReadonlySet<string>
  /** `REF` of an element. */
  field(element: XmlElement, wanted?: Wanted): string | undefined
  value(element: XmlElement): string | undefined
  /** A value, or null for "None", which has no key. */
  valueOrNone(element: XmlElement): string | null | undefined
}

export const dateField: Wanted = {
  noun: 'a date field',
  fits: ({ type }) => type === 'date' || type === 'lud' || type === 'subon',
}
export const listField: Wanted = { noun: 'a list', fits: ({ bind }) => bind !== null }
export const staticList: Wanted = { noun: 'a list with values of its own', fits: ({ bind }) => bind === 'static' }
export const ofType = (type: FieldTypeName): Wanted => ({
  noun: `of type ${type}`,
  fits: (field) => field.type === type,
})

/** Every imported element of a form, in document order, containers before what they hold. */
export function* formElementsOf(parent: XmlElement): Generator<XmlElement> {
  const holder = child(parent, 'formElements')
  for (const element of holder?.children ?? []) {
    if (element.name !== 'formElement' && element.name !== 'externalField') continue
    // Those of other products are left out, what stands in them is not.
    if (isFieldTypeName(element.attributes['type']?.trim() ?? '')) yield element
    yield* formElementsOf(element)
  }
}

/** The values of a list, where the element is one. */
export const itemsOf = (formElement: XmlElement): readonly XmlElement[] => {
  const type = formElement.attributes['type']?.trim() ?? ''
  const bind = isFieldTypeName(type) && fieldType(type).hasBind ? child(formElement, 'bind') : undefined
  const items = bind && child(bind, 'items')
  return items === undefined ? [] : children(items, 'item')
}

/** What the keys of a tracker stand for. */
export function keysOf(definitions: readonly FieldDefinition[], notes: Notes): TrackerKeys {
  const fields = new Map<string, KnownField>()
  const values = new Set<string>()
  for (const { key, name, type, bind } of flattened(definitions)) {
    fields.set(key, { key, name, type, bind: bind?.kind ?? null })
    if (bind !== null && bind.kind !== 'users') for (const value of bind.values) values.add(value.key)
  }

  const unknown = (element: XmlElement, what: string) => {
    const { line, name } = element
    const key = idAttribute(element)
    // docs/api/archive-format.md §1.8: it names an element that was left out, or nothing at all.
    notes.remark('invalid-reference', line, `<${name} REF="${key}"> names no ${what} of its tracker: it is left out`)
    return undefined
  }
  const keys: TrackerKeys = {
    fields,
    values,
    field(element, wanted) {
      const key = idAttribute(element)
      const found = fields.get(key)
      if (found === undefined) return unknown(element, 'form element')
      if (wanted === undefined || wanted.fits(found)) return key
      const text = `<${element.name} REF="${key}"> names the field ${found.name}, which is not ${wanted.noun}`
      notes.remark('invalid-reference', element.line, `${text}: it is left out`)
      return undefined
    },
    value(element) {
      const key = idAttribute(element)
      return values.has(key) ? key : unknown(element, 'list value')
    },
    valueOrNone(element) {
      const key = idAttribute(element)
      return !values.has(key) && noneKeys.has(key) ? null : keys.value(element)
    },
  }
  return keys
}

/** Form elements out of their tree, containers before what they hold. */
export function* flattened(definitions: readonly FieldDefinition[]): Generator<FieldDefinition> {
  for (const definition of definitions) {
    yield definition
    yield* flattened(definition.children)
  }
}

/** docs/api/trackers.md §5.3: 100 is "None" of every list. */
const noneKeys: ReadonlySet<string> = new Set(['', '100', 'V100'])
