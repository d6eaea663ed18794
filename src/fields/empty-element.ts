import { emptyElement } from '../kit/schema.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { SentEntry } from './writing.ts'

/** Types that an empty text clears. */
const texts: readonly FieldTypeName[] = ['date', 'Encrypted', 'float', 'int', 'string', 'text']
/** Types that an empty list clears. */
const lists: readonly FieldTypeName[] = ['file', 'ttmstepdef']

/**
 * An entry with the empty value that an empty XML element stands for in this field (docs/api/rest-conventions.md §2.2).
 * Types without one read it as null: an answer in XML shows it, and may come back as it went.
 */
export function withMeantEmptiness(entry: SentEntry, { type }: Field): SentEntry {
  if (entry.value !== emptyElement || lists.includes(type)) return entry
  if (type === 'tbl') return { ...entry, value: undefined, bind_value_ids: entry.bind_value_ids ?? [] }
  return { ...entry, value: texts.includes(type) ? '' : null }
}
