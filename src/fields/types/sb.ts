import type { FieldType } from '../field-type.ts'
import { listFieldType } from '../list-field.ts'

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = listFieldType({ type: 'sb', isMultiple: false })
