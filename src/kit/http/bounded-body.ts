import { Refusal } from '../refusal.ts'
import { decode, parseBody } from './body.ts'
import { fromLongXml } from './xml-body.ts'

/** Values of JSON or pairs of a form that one body can hold: reading more would keep others waiting (decision 44). */
export const maxValues = 30_000

/** A shorter body is read at once: it cannot hold more values, and few elements. */
const maxShortLength = 2 * maxValues

/** Returns what a body says, as `parseBody` reads it. A long one has limits, or lets other requests through meanwhile. */
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
  const text = decode(bytes, 'Malformed XML. The text is not valid UTF-8.')
  try {
    return await fromLongXml(text)
  } catch (problem) {
    throw new Refusal('invalid', problem instanceof Error ? problem.message : 'Malformed XML.')
  }
}

function refuseMany(count: number): void {
  if (count > maxValues) throw new Refusal('invalid', `A body can hold at most ${maxValues} values.`)
}

const [quote, backslash, comma, openBracket, openBrace] = Buffer.from('"\\,[{')
const ampersand = '&'.charCodeAt(0)

/** As many as a parser would make, or one more for each list and object; stops counting when there are too many. */
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

/** Stops counting when there are too many. */
function countOf(bytes: Buffer, wanted: number): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at >= 0 && count <= maxValues; at = bytes.indexOf(wanted, at + 1)) count++
  return count
}

const startsAsJson = (bytes: Buffer): boolean => /^\s*[[{]/.test(bytes.subarray(0, 100).toString('latin1'))
