import type { FieldType } from '../field-type.ts'
import { createNumberFieldType } from '../number-field.ts'
import { createIntegerProperty } from '../properties.ts'

/** A whole number (docs/api/field-values.md §5). */
export const int: FieldType<number | null> = createNumberFieldType({
  type: 'int',
  defaultValue: createIntegerProperty(null),
  pattern: /^[+-]?\d+$/,
})
