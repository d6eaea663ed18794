import { createListFieldType } from '../families/list-field.ts'
import type { FieldType } from '../field-type/field-type.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    sb: true
  }
}

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = createListFieldType({ type: 'sb', isMultiple: false })
