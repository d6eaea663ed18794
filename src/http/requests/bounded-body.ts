import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { XmlProblem } from '../../kit/xml/element.ts'
import { decodeXmlBody, parseBody } from './body.ts'
import { parseLongXmlBody } from './xml-body.ts'

/**
 * Maximum number of values of JSON or pairs of a form in one body: parsing more would block other requests (decision
 * 44).
 */
export const maxValues = 30_000

/** A shorter body is parsed at once: it cannot contain more values, and only few elements. */
const maxShortLength = 2 * maxValues

/** Parses a body as `parseBody` does. A long one has limits, or lets other requests through meanwhile. */
export function readBoundedBody(mediaType: string, bytes: Buffer, acceptsCsv = false): unknown {
  if (bytes.length <= maxShortLength) return parseBody(mediaType, bytes, acceptsCsv)
  switch (mediaType.toLowerCase()) {
    case 'application/xml':
      return readLongXml(bytes)
    case '':
    case 'application/json':
      refuseMany(countJsonValues(bytes))
      break
    case 'application/x-www-form-urlencoded':
      refuseMany(Math.max(countOf(bytes, ampersand), startsAsJson(bytes) ? countJsonValues(bytes) : 0))
  }
  return parseBody(mediaType, bytes, acceptsCsv)
}

async function readLongXml(bytes: Buffer): Promise<unknown> {
  const text = decodeXmlBody(bytes)
  try {
    return await parseLongXmlBody(text)
  } catch (problem) {
    throw new Refusal('invalid', problem instanceof XmlProblem ? problem.text : 'Malformed XML.')
  }
}

function refuseMany(count: number): void {
  if (count > maxValues) throw new Refusal('invalid', message`A body can hold at most ${maxValues} values.`)
}

const [quote, backslash, comma, openBracket, openBrace] = Buffer.from('"\\,[{')
const ampersand = '&'.charCodeAt(0)

/**
 * Counts as many values as a parser would create, or one more for each list and object; stops when there are too many.
 */
function countJsonValues(bytes: Buffer): number {
  let count = 0
  let isInText = false
  for (let at = 0; at < bytes.length && count <= maxValues; at++) {
    const byte = bytes[at]
    if (isInText) {
      if (byte === backslash) at++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === comma || byte === openBracket || byte === openBrace) count++
  }
  return count
}

/** Counts the occurrences of a byte; stops when there are too many. */
function countOf(bytes: Buffer, byte: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0 && count <= maxValues; at = bytes.indexOf(byte, at + 1)) count++
  return count
}

const startsAsJson = (bytes: Buffer): boolean => /^\s*[[{]/.test(bytes.subarray(0, 100).toString('latin1'))
