import type { FieldType } from '../field-type.ts'
import { numberType } from '../number.ts'
import { floatPattern } from '../number-sent.ts'
import { decimalNumber } from '../properties.ts'

/** A number with a fraction (docs/api/field-values.md §5). */
export const float: FieldType<number | null> = numberType({
  type: 'float',
  defaultValue: decimalNumber(null),
  pattern: floatPattern,
  noun: 'a float',
})
