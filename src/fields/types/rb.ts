import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = createListFieldType({ type: 'rb', isMultiple: false })
