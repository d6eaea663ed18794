import { emptyElement } from '../kit/schema.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { FieldValueInput } from './write-context.ts'

/** Types that an empty text clears. */
const textTypes: readonly FieldTypeName[] = ['date', 'Encrypted', 'float', 'int', 'string', 'text']
/** Types that an empty list clears. */
const listTypes: readonly FieldTypeName[] = ['file', 'ttmstepdef']

/**
 * An entry with the empty value that an empty XML element stands for in this field (docs/api/rest-conventions.md §2.2).
 * Types without one read it as null: an answer in XML shows it, and may come back as it went.
 */
export function resolveEmptyElement(entry: FieldValueInput, { type }: Field): FieldValueInput {
  if (entry.value !== emptyElement || listTypes.includes(type)) return entry
  if (type === 'tbl') return { ...entry, value: undefined, bind_value_ids: entry.bind_value_ids ?? [] }
  return { ...entry, value: textTypes.includes(type) ? '' : null }
}
