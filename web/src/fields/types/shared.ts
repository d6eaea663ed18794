import type { FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'

/** Without value. */
export const shared: FieldType = { ...editableField, column: 'none' }
