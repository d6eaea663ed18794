import type { RichText } from '../model/field.ts'
import type { IndexEntry } from '../model/index-entry.ts'
import { toSearchableText } from './searchable-text.ts'

/** Returns the index entry of a text; an empty text has none. */
export function toTextIndexEntries(value: RichText): readonly IndexEntry[] {
  const text = toSearchableText(value)
  return text === '' ? [] : [{ family: 'text', value: text }]
}
