import type { FieldType } from '../field-type.ts'
import { numberFieldType } from '../number-field.ts'
import { floatPattern } from '../parse-number.ts'
import { decimalProperty } from '../properties.ts'

/** A number with a fraction (docs/api/field-values.md §5). */
export const float: FieldType<number | null> = numberFieldType({
  type: 'float',
  defaultValue: decimalProperty(null),
  pattern: floatPattern,
  noun: 'a float',
})
