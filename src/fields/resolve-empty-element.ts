import { emptyElement } from '../kit/schema.ts'
import type { Field, FieldTypeName } from './field.ts'
import type { FieldValueInput } from './write-context.ts'

/** Types that an empty text clears. */
const textTypes: readonly FieldTypeName[] = ['date', 'Encrypted', 'float', 'int', 'string', 'text']
/** Types that an empty list clears. */
const listTypes: readonly FieldTypeName[] = ['file', 'ttmstepdef']

/**
 * Replaces an empty XML element by the empty value of the field (docs/api/rest-conventions.md §2.2). Types without an
 * empty value get null, because an XML response shows null this way and clients may send it back.
 */
export function resolveEmptyElement(entry: FieldValueInput, { type }: Field): FieldValueInput {
  if (entry.value !== emptyElement || listTypes.includes(type)) return entry
  if (type === 'tbl') return { ...entry, value: undefined, bind_value_ids: entry.bind_value_ids ?? [] }
  return { ...entry, value: textTypes.includes(type) ? '' : null }
}
