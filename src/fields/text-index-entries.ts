import type { RichText } from './field.ts'
import type { IndexEntry } from './index-entry.ts'
import { toSearchableText } from './searchable-text.ts'

/** A text as an index holds it; an empty one has no row. */
export function textIndexEntries(value: RichText): readonly IndexEntry[] {
  const text = toSearchableText(value)
  return text === '' ? [] : [{ family: 'text', value: text }]
}
