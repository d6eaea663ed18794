import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = listType({ type: 'rb', isMultiple: false })
