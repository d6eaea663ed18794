import type { FieldType } from '../field-type.ts'
import { numberFieldType } from '../number-field.ts'
import { integerProperty } from '../properties.ts'

/** A whole number (docs/api/field-values.md §5). */
export const int: FieldType<number | null> = numberFieldType({
  type: 'int',
  defaultValue: integerProperty(null),
  pattern: /^[+-]?\d+$/,
  noun: 'an integer',
})
