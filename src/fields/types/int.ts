import { message } from '../../kit/message.ts'
import { keepWhole } from '../conversion.ts'
import type { FieldType } from '../field-type.ts'
import { createNumberFieldType } from '../number-field.ts'
import { createIntegerProperty } from '../properties.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    int: true
  }
}

/** A whole number (docs/api/field-values.md §5). */
export const int: FieldType<number | null> = createNumberFieldType({
  type: 'int',
  isInteger: true,
  convert: (value: number | null) => keepWhole(value === null ? null : Math.trunc(value)),
  describeInvalid: (label) => message`${label} is not an integer.`,
  describeInvalidCell: (cell) => message`${cell} is not an integer`,
  defaultValue: createIntegerProperty(null),
  pattern: /^[+-]?\d+$/,
})
