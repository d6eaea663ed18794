import { createListFieldType } from '../families/list-field.ts'
import type { FieldType } from '../field-type/field-type.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    cb: true
  }
}

/** A list of checkboxes (docs/api/field-values.md §7). */
export const cb: FieldType<readonly number[]> = createListFieldType({ type: 'cb', isMultiple: true })
