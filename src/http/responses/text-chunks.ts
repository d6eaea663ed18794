import { Readable } from 'node:stream'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'

/** Maximum length of a response in one text: a longer one is sent in chunks, and its memory is freed sooner. */
const maxTextLength = 65_536

/** Returns whether a value is small: the total of its texts and members is below this limit. */
export const isLight = (value: unknown): boolean => remainingLength(value, 32_768) > 0

/** Returns how much of the limit is left after a value; stops counting when nothing is left. */
function remainingLength(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - 8
  let left = room - 8
  if (Array.isArray(value)) {
    for (const item of value) {
      left = remainingLength(item, left)
      if (left <= 0) return left
    }
    return left
  }
  for (const key in value) {
    left = remainingLength((value as Readonly<Record<string, unknown>>)[key], left - key.length)
    if (left <= 0) return left
  }
  return left
}

/** Yields the JSON of a value: one chunk per small part of it. */
export function* stringifyInChunks(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || isLight(value)) {
    // JSON cannot represent some values: in a list they are null.
    yield stringifyWellFormed(value) ?? 'null'
  } else if (Array.isArray(value)) {
    let before = '['
    for (const item of value) {
      yield before
      yield* stringifyInChunks(item)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else {
    let before = '{'
    for (const [key, member] of Object.entries(value)) {
      if (!isMember(member)) continue
      yield `${before}${stringifyWellFormed(key)}:`
      yield* stringifyInChunks(member)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

/** Returns whether a value is serialized as a member: members that JSON cannot represent are omitted. */
export const isMember = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'

/**
 * Joins the chunks of a response and lets other requests through in between. A short response is one text; the chunks
 * of a long one are generated as fast as the client reads them.
 */
export async function joinChunks(pieces: Iterator<string, unknown>): Promise<string | Readable> {
  let text = ''
  for (;;) {
    const next = pieces.next()
    if (next.done === true) return text
    text += next.value
    if (text.length > maxTextLength) return streamText(pieces, text)
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
  }
}

/**
 * Returns a stream that generates chunks as fast as the client reads them, and lets other requests through in between.
 */
export const streamText = (pieces: Iterator<string, unknown>, begun = ''): Readable =>
  Readable.from(withRest(begun, pieces), { highWaterMark: 4 })

async function* withRest(begun: string, pieces: Iterator<string, unknown>): AsyncGenerator<string> {
  let text = begun
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    text += next.value
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    if (text.length < maxTextLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
