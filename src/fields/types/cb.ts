import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** A list of checkboxes (docs/api/field-values.md §7). */
export const cb: FieldType<readonly number[]> = listType({ type: 'cb', isMultiple: true })
