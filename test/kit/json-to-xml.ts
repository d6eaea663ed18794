import type { XmlElement } from '../../src/kit/xml/element.ts'
import { buildElement, escapeText, type Markup } from '../../src/kit/xml/write.ts'

type Json = any

/** An element in a comparable form: its text, or its children. */
export type XmlTree = readonly [name: string, content: string | readonly XmlTree[]]

/** Converts a parsed element; blanks between elements are ignored. */
export const parseTree = ({ name, children, text: own }: XmlElement): XmlTree => [
  name,
  children.length === 0 ? own : children.map(parseTree),
]

/** Returns the XML of a response with this JSON (docs/api/rest-conventions.md §2.1, table). */
export function convertJsonToTree(name: string, value: Json): XmlTree {
  if (value === null) return [name, '']
  if (Array.isArray(value)) {
    const [first] = value
    if (value.length === 0) return [name, '']
    if (value.every(isScalar))
      return [name, value.length === 1 ? `${first}` : value.map((each) => convertJsonToTree('text', each))]
    return [name, value.map((each) => convertJsonToTree('item', each))]
  }
  if (isScalar(value)) return [name, `${value}`]
  const members = Object.entries(value).map(([key, member]) => convertJsonToTree(key, member))
  return [name, members.length === 0 ? '' : members]
}

const isScalar = (value: Json): boolean => typeof value !== 'object'

/** Returns a request body in XML (docs/api/rest-conventions.md §2.2): lists as `item` elements. */
export const convertJsonToXml = (name: string, value: Json): Markup => {
  if (Array.isArray(value)) return buildElement(name, {}, ...value.map((each) => convertJsonToXml('item', each)))
  if (isScalar(value)) return buildElement(name, {}, escapeText(`${value}`))
  return buildElement(name, {}, ...Object.entries(value).map(([key, member]) => convertJsonToXml(key, member)))
}

/**
 * XML has the same form for null, an empty text and an empty list, so values that contain one of them have no XML form.
 */
export function isXmlRepresentable(value: Json): boolean {
  if (value === null || value === '') return false
  if (isScalar(value)) return true
  const members = Object.values(value)
  return members.length > 0 && members.every(isXmlRepresentable)
}
