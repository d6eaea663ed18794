import type { RichText } from './field.ts'
import { foundText } from './found-text.ts'
import type { IndexEntry } from './index-entry.ts'

/** A text as an index holds it; an empty one has no row. */
export function textEntries(value: RichText): readonly IndexEntry[] {
  const text = foundText(value)
  return text === '' ? [] : [{ family: 'text', value: text }]
}
