import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'
import { wholeNumber } from '../properties.ts'

/** A selectbox for several values (docs/api/field-values.md §7). */
export const msb: FieldType<readonly number[]> = listType({
  type: 'msb',
  isMultiple: true,
  properties: { size: wholeNumber(7) },
})
