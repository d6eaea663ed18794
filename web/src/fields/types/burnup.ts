import type { FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'

/** Without value. */
export const burnup: FieldType = { ...editableField, section: 'texts', column: 'none' }
