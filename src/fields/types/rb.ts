import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    rb: true
  }
}

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = createListFieldType({ type: 'rb', isMultiple: false })
