import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = createListFieldType({ type: 'sb', isMultiple: false })
