import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    cb: true
  }
}

/** A list of checkboxes (docs/api/field-values.md §7). */
export const cb: FieldType<readonly number[]> = createListFieldType({ type: 'cb', isMultiple: true })
