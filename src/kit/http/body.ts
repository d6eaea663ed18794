import { Refusal } from '../refusal.ts'
import { fromXml } from './xml-body.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What a body says, by its media type; undefined when it is empty (contract 10 §1.2, 30 §0.4). */
export function parseBody(mediaType: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  switch (mediaType) {
    case '':
    case 'application/json':
      return parseJson(decode(bytes))
    case 'application/xml':
      return parseXml(decode(bytes))
    case 'application/x-www-form-urlencoded':
      return parseForm(decode(bytes))
    default:
      throw new Refusal('forbidden', `Content type \`${mediaType}\` is not supported.`)
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal(
      'invalid',
      'Error encoding/decoding JSON: Malformed UTF-8 characters, possibly incorrectly encoded',
    )
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = jsonOf(text)
  if (escapedNul.test(text)) refuseNul()
  if (value === null) throw new Refusal('invalid', 'Error parsing JSON')
  return value
}

// The backslash before the `u` is itself not escaped.
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/

function parseForm(text: string): unknown {
  if (/%00|\0/.test(text)) refuseNul()
  return Object.fromEntries(new URLSearchParams(text))
}

/** A NUL is legal in JSON and forms, but no database column or XML document can hold one. */
function refuseNul(): never {
  throw new Refusal('invalid', 'A text cannot contain a NUL character.')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'Error encoding/decoding JSON: Syntax error')
  }
}

function parseXml(text: string): unknown {
  try {
    return fromXml(text)
  } catch (problem) {
    throw new Refusal('invalid', problem instanceof Error ? problem.message : 'Malformed XML.')
  }
}

const knownTypes: readonly string[] = ['', 'application/json', 'application/xml', 'application/x-www-form-urlencoded']

/** Contract 10 §1.2: any other media type is refused, also where no body is read. */
export function assertKnown(type: string): void {
  if (!knownTypes.includes(type.toLowerCase()))
    throw new Refusal('forbidden', `Content type \`${type}\` is not supported.`)
}

/** The media type a request names, without its parameters. */
export const mediaTypeOf = (request: { readonly headers: { readonly 'content-type'?: string | undefined } }): string =>
  (request.headers['content-type']?.split(';')[0] ?? '').trim()
