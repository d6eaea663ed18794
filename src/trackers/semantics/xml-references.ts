import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { ExpectedElement, TrackerKeys } from '../xml/tracker-keys.ts'
import { isValueKey } from '../xml/value-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'

export function readField(
  semantic: XmlElement,
  name: string,
  keys: TrackerKeys,
  expected?: ExpectedElement,
): string | undefined {
  const element = findChild(semantic, name)
  return element === undefined ? undefined : keys.field(element, expected)
}

export const readFields = (semantic: XmlElement, keys: TrackerKeys): string[] =>
  findChildren(semantic, 'field').flatMap((element) => keys.field(element) ?? [])

export function readValues(
  semantic: XmlElement,
  holderName: string,
  name: string,
  keys: TrackerKeys,
  list?: string,
): (string | null)[] {
  const holder = findChild(semantic, holderName)
  return (holder === undefined ? [] : findChildren(holder, name)).flatMap((element) => {
    const value = keys.valueOrNone(element, list)
    return value === undefined ? [] : [value]
  })
}

/** "None" has the key 100 in every list. */
export const writeValues = (name: string, values: readonly (string | null)[]): readonly Markup[] =>
  values.filter((key) => key === null || isValueKey(key)).map((key) => buildReferenceElement(name, key ?? '100'))
