import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    sb: true
  }
}

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = createListFieldType({ type: 'sb', isMultiple: false })
