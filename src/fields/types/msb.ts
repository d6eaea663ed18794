import type { FieldType } from '../field-type.ts'
import { createListFieldType } from '../list-field.ts'
import { createIntegerProperty } from '../properties.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    msb: true
  }
}

/** A selectbox for several values (docs/api/field-values.md §7). */
export const msb: FieldType<readonly number[]> = createListFieldType({
  type: 'msb',
  isMultiple: true,
  properties: { size: createIntegerProperty(7) },
})
