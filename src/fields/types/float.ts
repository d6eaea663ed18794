import { message } from '../../kit/message.ts'
import { keepWhole } from '../conversion.ts'
import type { FieldType } from '../field-type.ts'
import { createNumberFieldType } from '../number-field.ts'
import { floatPattern } from '../parse-number.ts'
import { createDecimalProperty } from '../properties.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    float: true
  }
}

/** A number with a fraction (docs/api/field-values.md §5). */
export const float: FieldType<number | null> = createNumberFieldType({
  type: 'float',
  isInteger: false,
  convert: keepWhole,
  describeInvalid: (label) => message`${label} is not a float.`,
  describeInvalidCell: (cell) => message`${cell} is not a float`,
  defaultValue: createDecimalProperty(null),
  pattern: floatPattern,
})
