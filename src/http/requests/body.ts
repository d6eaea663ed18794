import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { isWellFormedJson } from '../../kit/text/well-formed.ts'
import { XmlProblem } from '../../kit/xml/element.ts'
import { findOtherEncoding } from '../../kit/xml/encoding.ts'
import { readFormPairs } from './form.ts'
import { assertDecodable } from './percent-encoding.ts'
import { parseXmlBody } from './xml-body.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a body by its media type; undefined when it is empty (docs/api/rest-conventions.md §1.2, docs/api/artifacts.md
 * §1.4).
 */
export function parseBody(mediaType: string, bytes: Buffer, acceptsCsv = false): unknown {
  if (bytes.length === 0) return undefined
  switch (mediaType.toLowerCase()) {
    case '':
    case 'application/json':
      return parseJson(decodeBody(bytes))
    case 'application/xml':
      return parseXml(bytes)
    case 'application/x-www-form-urlencoded':
      return parseFormOrJson(decodeBody(bytes))
    case csv:
      if (acceptsCsv) return { content: withoutNul(decodeBody(bytes, message`The CSV is not valid UTF-8.`)) }
      throw unsupported(mediaType)
    default:
      throw unsupported(mediaType)
  }
}

const csv = 'text/csv'

function withoutNul(text: string): string {
  if (text.includes('\0')) refuseNul()
  return text
}

const malformedText = message`Error encoding/decoding JSON: Malformed UTF-8 characters, possibly incorrectly encoded`

function decodeBody(bytes: Buffer, otherwise = malformedText): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid', otherwise)
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = jsonOf(text)
  if (text.includes('\\u0000') && escapedNul.test(text)) refuseNul(findNul(value))
  if (value === null) throw new Refusal('invalid', 'Error parsing JSON')
  if (!isWellFormedJson(text, value)) throw new Refusal('invalid', halfPair)
  if (isTooDeep(value)) throw new Refusal('invalid', 'Error encoding/decoding JSON: Maximum stack depth exceeded')
  return value
}

/** Depth limit of Tuleap; recursion over a body is safe within it. */
const maxDepth = 512

/** Works level by level, without recursion, because the input may be too deep for recursion. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

// The backslash before the `u` is itself not escaped.
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * Returns whether a form is JSON in fact: `curl -d '{…}'` announces a form when no header is given, so the text decides
 * (docs/api/rest-conventions.md §1.2).
 */
const parseFormOrJson = (text: string): unknown => (/^\s*[{[]/.test(text) ? parseJson(text) : parseForm(text))

function parseForm(text: string): unknown {
  if (/%00|\0/.test(text)) refuseNul()
  assertDecodable(text)
  return readFormPairs(new URLSearchParams(text))
}

const halfPair = message`Error encoding/decoding JSON: A text holds half of a surrogate pair, such as \`\\ud800\`. Send both halves or none.`

/** A NUL is legal in JSON and forms, but no database column or XML document can contain one. */
function refuseNul(name = ''): never {
  const problem = message`A text cannot contain a NUL character.`
  throw new Refusal('invalid', name === '' ? problem : message`Invalid value specified for \`${name}\`. ${problem}`)
}

/**
 * Returns the name of the first text with a NUL, such as `values[0][value]`; empty for the name of a member or the
 * whole body. Works level by level, without recursion, because the depth is not checked yet.
 */
function findNul(body: unknown): string {
  let level: readonly (readonly [string, unknown])[] = [['', body]]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const found = level.find(([, value]) => typeof value === 'string' && value.includes('\0'))
    if (found !== undefined) return found[0].includes('\0') ? '' : found[0]
    level = level.flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, member]) => [name === '' ? key : `${name}[${key}]`, member] as const)
        : [],
    )
  }
  return ''
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'Error encoding/decoding JSON: Syntax error')
  }
}

/** Returns the text of a body in XML; it must be UTF-8, whatever it declares. */
export function decodeXmlBody(bytes: Buffer): string {
  const encoding = findOtherEncoding(bytes)
  if (encoding !== undefined)
    throw new Refusal('invalid', message`Malformed XML. The encoding is ${encoding}, but only UTF-8 is accepted.`)
  return decodeBody(bytes, message`Malformed XML. The text is not valid UTF-8.`)
}

function parseXml(bytes: Buffer): unknown {
  const text = decodeXmlBody(bytes)
  try {
    return parseXmlBody(text)
  } catch (problem) {
    throw new Refusal('invalid', problem instanceof XmlProblem ? problem.text : 'Malformed XML.')
  }
}

const knownTypes: readonly string[] = ['', 'application/json', 'application/xml', 'application/x-www-form-urlencoded']

/** Throws for other media types, also where no body is read (docs/api/rest-conventions.md §1.2). */
export function assertKnown(type: string, acceptsCsv = false): void {
  if (!knownTypes.includes(type.toLowerCase()) && !(acceptsCsv && type.toLowerCase() === csv)) throw unsupported(type)
}

const unsupported = (type: string): Refusal =>
  new Refusal('forbidden', message`Content type \`${type}\` is not supported.`)
