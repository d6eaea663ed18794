import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** A selectbox (contract 30 §3.6). */
export const sb: FieldType<readonly number[]> = listType({ type: 'sb', isMultiple: false })
