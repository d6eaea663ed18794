import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = listType({ type: 'sb', isMultiple: false })
