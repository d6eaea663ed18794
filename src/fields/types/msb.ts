import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'
import { wholeNumber } from '../properties.ts'

/** A selectbox for several values (contract 30 §3.6). */
export const msb: FieldType<readonly number[]> = listType({
  type: 'msb',
  isMultiple: true,
  properties: { size: wholeNumber(7) },
})
