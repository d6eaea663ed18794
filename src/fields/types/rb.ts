import { createListFieldType } from '../families/list-field.ts'
import type { FieldType } from '../field-type/field-type.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    rb: true
  }
}

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = createListFieldType({ type: 'rb', isMultiple: false })
