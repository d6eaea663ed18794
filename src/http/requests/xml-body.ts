import { message } from '../../kit/messages/message.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import { type XmlElement, XmlProblem } from '../../kit/xml/element.ts'
import { parseLongXml, parseXml } from '../../kit/xml/read.ts'
import {
  buildElement,
  buildStartTag,
  closeTag,
  declaration,
  escapeText,
  isXmlName,
  type Markup,
} from '../../kit/xml/write.ts'
import { isLight, isMember } from '../responses/text-chunks.ts'

/**
 * Serializes a response as XML (docs/api/rest-conventions.md §2.1). Lists collapse as described there, so not every
 * response can be sent back unchanged.
 */
export function toXml(value: unknown): string {
  // Serializes by way of JSON, so that both formats agree about dates, undefined values and invalid numbers.
  const json = stringifyWellFormed(value)
  return declaration + elementOf('response', json === undefined ? null : JSON.parse(json))
}

/** Yields small chunks of the XML. */
export function* serializeXmlInChunks(value: unknown): Generator<string> {
  yield declaration
  yield* elementChunks('response', value)
}

/** Yields the XML of a list whose items are JSON texts. */
export function* serializeXmlList(items: readonly string[], member?: string): Generator<string> {
  yield declaration
  const names = member === undefined ? ['response'] : ['response', member]
  if (items.length === 0) {
    yield* elementChunks('response', member === undefined ? [] : { [member]: [] })
    return
  }
  for (const name of names) yield buildStartTag(name)
  for (const item of items) yield* elementChunks('item', JSON.parse(item))
  for (const name of names.toReversed()) yield closeTag(name)
}

function* elementChunks(name: string, value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || isLight(value)) {
    const json = JSON.stringify(value)
    yield elementOf(name, json === undefined ? null : JSON.parse(json))
    return
  }
  yield buildStartTag(name)
  if (Array.isArray(value)) yield* itemChunks(value)
  else {
    const members = Object.entries(value).filter(([, member]) => isMember(member))
    for (const [key, member] of members) if (!isTextMember(key, member)) yield* elementChunks(nameOf(key), member)
    for (const [key, member] of members) if (isTextMember(key, member)) yield* contentOf(member as Scalar)
  }
  yield closeTag(name)
}

/** As in a short list: see contentOf. */
function* itemChunks(items: readonly unknown[]): Generator<string> {
  const isObject = (item: unknown): boolean => typeof item === 'object' && item !== null
  const scalars = items.filter((item) => !isObject(item)).map((item) => (isMember(item) ? (item as Scalar) : null))
  for (const item of items) if (isObject(item)) yield* elementChunks('item', item)
  if (scalars.length === 1) yield* scalars.map(scalarText)
  else for (const one of scalars) yield elementOf('text', one)
}

/**
 * Parses a body in XML (docs/api/rest-conventions.md §2.2), where text stays text: the schema converts `007` if a
 * number is expected. No body is null.
 */
export function parseXmlBody(body: string): unknown {
  if (body.trim() === '') return null
  try {
    return readValue(parseXml(body))
  } catch (problem) {
    throw withPrefix(problem)
  }
}

/** Limits of one body: parsing more would block other requests (decision 44). */
const bodyLimits = { maxElements: 30_000, maxTagLength: 131_072 }

/** Parses a long body within limits, and lets other requests through meanwhile. */
export async function parseLongXmlBody(body: string): Promise<unknown> {
  if (body.trim() === '') return null
  try {
    return readValue(await parseLongXml(body, bodyLimits))
  } catch (problem) {
    throw withPrefix(problem)
  }
}

function readValue(root: XmlElement): unknown {
  const isBlank = root.children.length === 0 && root.text.trim() === '' && Object.keys(root.attributes).length === 0
  return isBlank ? null : jsonOf(root)
}

const withPrefix = (problem: unknown): unknown =>
  problem instanceof XmlProblem
    ? new XmlProblem(message`Malformed XML. ${problem.reason}`, problem.line, problem.column)
    : problem

type Scalar = string | number | boolean | null
type Json = Scalar | readonly Json[] | { readonly [key: string]: Json }

function elementOf(name: string, value: Json): Markup {
  const isEmpty = !isScalar(value) && Object.keys(value).length === 0
  return isEmpty ? buildElement(name, {}) : buildElement(name, {}, ...contentOf(value))
}

function contentOf(value: Json): readonly Markup[] {
  if (isScalar(value)) return [scalarText(value)]
  if (isList(value)) {
    const items = value.filter((item) => !isScalar(item)).map((item) => elementOf('item', item))
    const scalars = value.filter(isScalar)
    return [
      ...items,
      ...(scalars.length === 1 ? scalars.map(scalarText) : scalars.map((one) => elementOf('text', one))),
    ]
  }
  // Tuleap interprets every member called `text` as the text of its parent, which destroys a field of that name in
  // `values_by_field`. Only a scalar can be a text; anything else is a child like others.
  const isText = ([key, member]: readonly [string, Json]) => isTextMember(key, member)
  const members = Object.entries(value)
  return [
    ...members.filter((entry) => !isText(entry)).map(([key, member]) => elementOf(nameOf(key), member)),
    ...members.filter(isText).flatMap(([, member]) => contentOf(member)),
  ]
}

function isTextMember(key: string, member: unknown): boolean {
  return key === 'text' && (typeof member !== 'object' || member === null)
}

function isScalar(value: Json): value is Scalar {
  return typeof value !== 'object' || value === null
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function scalarText(value: Scalar): Markup {
  return escapeText(value === null ? '' : String(value))
}

function jsonOf(read: XmlElement): unknown {
  const attributes = Object.entries(read.attributes).filter(([name]) => !isOfNamespaces(name))
  if (read.children.length === 0 && attributes.length === 0) return read.text === '' ? null : read.text
  // Attributes are ignored: serializers like to add `type="array"`.
  if (read.children.length > 0 && read.children.every(({ name }) => name === 'item')) return read.children.map(jsonOf)
  if (isListOfTexts(read.children)) return read.children.map(jsonOf)

  const members = new Map<string, unknown[]>()
  const add = (name: string, value: unknown) => {
    // A JSON body with such a key is rejected as well.
    if (name === '__proto__') throw new XmlProblem(message`The name __proto__ is not accepted`, read.line, 0)
    if (!name.isWellFormed()) throw new XmlProblem(message`A name contains half of a surrogate pair`, read.line, 0)
    const earlier = members.get(name)
    if (earlier === undefined) members.set(name, [value])
    else earlier.push(value)
  }
  for (const [name, value] of attributes) add(name, value)
  for (const child of read.children) add(keyOf(child.name), jsonOf(child))
  if (read.text.trim() !== '') add('text', read.text)
  return Object.fromEntries(
    Array.from(members, ([name, values]) => [name, values.length === 1 && name !== 'item' ? values[0] : values]),
  )
}

/** A list of scalars in the format of a response can be sent back; Tuleap rejects it. */
function isListOfTexts(children: readonly XmlElement[]): boolean {
  const isText = (child: XmlElement) => child.name === 'text' && child.children.length === 0
  // A single one is a member called `text`: a list of one was serialized as the text of its parent.
  return children.length > 1 && children.every(isText)
}

function isOfNamespaces(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.includes(':')
}

/**
 * Returns the element name for a key. Tuleap fails on a key that is not a valid name, such as the field `2nd` in
 * `values_by_field`; here invalid characters are replaced by their code, `_x0032_nd` (ISO 9075-14 §9.1).
 */
function nameOf(key: string): string {
  const unmistakable = key.replace(/_(?=x[\dA-F]{4})/g, encodeCharacter)
  if (isXmlName(unmistakable)) return unmistakable
  const name = Array.from(unmistakable, (character, index) =>
    isXmlName(index === 0 ? character : `a${character}`) ? character : encodeCharacter(character),
  )
  return name.join('') || '_'
}

function keyOf(name: string): string {
  return name.replace(/_x((?:10|[1-9A-F])?[\dA-F]{4})_/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}

function encodeCharacter(character: string): string {
  return `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`
}
