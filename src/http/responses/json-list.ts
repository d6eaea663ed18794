import type { Readable } from 'node:stream'
import { streamText } from './text-chunks.ts'

/** Maximum length of a list in one text: longer texts would be promoted to V8's old generation and be freed late. */
const maxTextLength = 65_536

/** Returns the texts of items as a JSON list, or as a member of an object: one text when it is short, else a stream. */
export function buildJsonList(items: readonly string[], member?: string): string | Readable {
  const [start, end] = member === undefined ? ['[', ']'] : [`{${JSON.stringify(member)}:[`, ']}']
  const length = items.reduce((sum, item) => sum + item.length + 1, 1)
  if (length <= maxTextLength) return `${start}${items.join(',')}${end}`
  return streamText(pieces(items, start, end))
}

function* pieces(items: readonly string[], start: string, end: string): Generator<string> {
  let before = start
  for (const item of items) {
    yield before + item
    before = ','
  }
  yield end
}
