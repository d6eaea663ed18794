import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

/** A list of checkboxes (docs/api/field-values.md §7). */
export const cb: FieldType<readonly number[]> = createListFieldType({ type: 'cb', isMultiple: true })
