import type { FieldType } from '../field-type.ts'
import { listType } from '../list.ts'

/** A list of checkboxes (contract 30 §3.6). */
export const cb: FieldType<readonly number[]> = listType({ type: 'cb', isMultiple: true })
