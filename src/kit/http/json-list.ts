import { Readable } from 'node:stream'

/** Longest list in one text: a longer one would live apart from the young, long after it is sent. */
const longestText = 65_536

/** The texts of items as a JSON list: one text when it is short, else a stream of them. */
export function jsonList(items: readonly string[]): string | Readable {
  const length = items.reduce((sum, item) => sum + item.length + 1, 1)
  return length <= longestText ? `[${items.join(',')}]` : Readable.from(pieces(items), { highWaterMark: 4 })
}

function* pieces(items: readonly string[]): Generator<string> {
  let before = '['
  for (const item of items) {
    yield before + item
    before = ','
  }
  yield ']'
}
