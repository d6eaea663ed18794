import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** Radio buttons (contract 30 §3.6). */
export const rb: FieldType<readonly number[]> = listType({ type: 'rb', isMultiple: false })
