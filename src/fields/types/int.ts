import type { FieldType } from '../field-type.ts'
import { numberType } from '../number.ts'
import { wholeNumber } from '../properties.ts'

/** A whole number (docs/api/field-values.md §5). */
export const int: FieldType<number | null> = numberType({
  type: 'int',
  defaultValue: wholeNumber(null),
  pattern: /^[+-]?\d+$/,
  noun: 'an integer',
})
