import type { FieldType } from '../field-type.ts'
import { createNumberFieldType } from '../number-field.ts'
import { floatPattern } from '../parse-number.ts'
import { createDecimalProperty } from '../properties.ts'

/** A number with a fraction (docs/api/field-values.md §5). */
export const float: FieldType<number | null> = createNumberFieldType({
  type: 'float',
  defaultValue: createDecimalProperty(null),
  pattern: floatPattern,
})
