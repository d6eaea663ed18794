import type { FieldType } from '../field-type.ts'
import { listFieldType } from '../list-field.ts'

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = listFieldType({ type: 'rb', isMultiple: false })
