import type { BindDefinition, FieldDefinition } from '../../fields/model/definition.ts'
import type { Bind, FieldTypeName } from '../../fields/model/field.ts'
import { holdsMoment } from '../../fields/registry/capabilities.ts'
import { getFieldType, isFieldTypeName } from '../../fields/registry/registry.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { parseIdAttribute } from './attributes.ts'
import type { FindingReporter } from './finding-reporter.ts'

/** A form element and the references that it accepts. */
interface KnownField {
  readonly key: string
  readonly name: string
  readonly type: FieldTypeName
  readonly bind: BindDefinition['kind'] | null
}

/** Restricts which form elements a reference may name. */
export interface ExpectedElement {
  /** `a date field` */
  readonly noun: Message
  matches(field: KnownField): boolean
}

/** Keys of one tracker, and resolution of references: dangling ones are dropped with a remark. */
export interface TrackerKeys {
  /** Key of the tracker itself. */
  readonly tracker: string
  readonly fields: ReadonlyMap<string, KnownField>
  /** Lists by the keys of their values. */
  readonly values: ReadonlyMap<string, string>
  /** Resolves the `REF` attribute of an element. */
  field(element: XmlElement, expected?: ExpectedElement): string | undefined
  /** Resolves a value of a list, or of any list. */
  value(element: XmlElement, list?: string): string | undefined
  /** Resolves a value, or null for "None", which has no key. */
  valueOrNone(element: XmlElement, list?: string): string | null | undefined
}

export const dateField: ExpectedElement = {
  noun: message`a date field`,
  matches: holdsMoment,
}
export const listField: ExpectedElement = { noun: message`a list`, matches: ({ bind }) => bind !== null }
export const staticList: ExpectedElement = {
  noun: message`a list with values of its own`,
  matches: ({ bind }) => bind === 'static',
}
export const expectFieldType = (type: FieldTypeName): ExpectedElement => expectFieldTypes([type])
export const expectFieldTypes = (types: readonly FieldTypeName[], bind?: Bind['kind']): ExpectedElement => ({
  noun:
    bind === undefined
      ? message`of type ${types.join(', ')}`
      : message`of type ${types.join(', ')} and bound to ${bind}`,
  matches: (field) => types.includes(field.type) && (bind === undefined || field.bind === bind),
})

/** Returns the imported form elements in document order, containers before their children. */
export function* listFormElements(parent: XmlElement): Generator<XmlElement> {
  const holder = findChild(parent, 'formElements')
  for (const element of holder?.children ?? []) {
    if (element.name !== 'formElement' && element.name !== 'externalField') continue
    // Elements of other products are omitted, but not their children.
    if (isFieldTypeName(element.attributes['type']?.trim() ?? '')) yield element
    yield* listFormElements(element)
  }
}

/** Returns the values of a list element. */
export const listItems = (formElement: XmlElement): readonly XmlElement[] => {
  const type = formElement.attributes['type']?.trim() ?? ''
  const bind = isFieldTypeName(type) && getFieldType(type).hasBind ? findChild(formElement, 'bind') : undefined
  const items = bind && findChild(bind, 'items')
  return items === undefined ? [] : findChildren(items, 'item')
}

/** Indexes the keys of a tracker. */
export function indexTrackerKeys(
  tracker: string,
  definitions: readonly FieldDefinition[],
  notes: FindingReporter,
): TrackerKeys {
  const fields = new Map<string, KnownField>()
  const values = new Map<string, string>()
  for (const { key, name, type, bind } of flattenElements(definitions)) {
    fields.set(key, { key, name, type, bind: bind?.kind ?? null })
    if (bind !== null && bind.kind !== 'users') for (const value of bind.values) values.set(value.key, key)
  }

  const unknown = (element: XmlElement, what: Message) => {
    const { line, name } = element
    const key = parseIdAttribute(element)
    // docs/api/archive-format.md §1.8: refers to an omitted or missing element.
    notes.remark(
      'invalid-reference',
      line,
      message`<${name} REF="${key}"> names no ${what} of its tracker: it is left out`,
    )
    return undefined
  }
  const keys: TrackerKeys = {
    tracker,
    fields,
    values,
    field(element, expected) {
      const key = parseIdAttribute(element)
      const field = fields.get(key)
      if (field === undefined) return unknown(element, message`form element`)
      if (expected === undefined || expected.matches(field)) return key
      const text = message`<${element.name} REF="${key}"> names the field ${field.name}, which is not ${expected.noun}`
      notes.remark('invalid-reference', element.line, message`${text}: it is left out`)
      return undefined
    },
    value(element, list) {
      const key = parseIdAttribute(element)
      const owner = values.get(key)
      if (owner === undefined) return unknown(element, message`list value`)
      if (list === undefined || owner === list) return key
      const text = message`<${element.name} REF="${key}"> names no value of the list ${fields.get(list)?.name ?? list}`
      notes.remark('invalid-reference', element.line, message`${text}: it is left out`)
      return undefined
    },
    valueOrNone(element, list) {
      const key = parseIdAttribute(element)
      return !values.has(key) && noneKeys.has(key) ? null : keys.value(element, list)
    },
  }
  return keys
}

/** Flattens the tree of form elements, containers before their children. */
export function* flattenElements(definitions: readonly FieldDefinition[]): Generator<FieldDefinition> {
  for (const definition of definitions) {
    yield definition
    yield* flattenElements(definition.children)
  }
}

/** docs/api/trackers.md §5.3: 100 is "None" in every list. */
const noneKeys: ReadonlySet<string> = new Set(['', '100', 'V100'])
