import type { FieldType } from '../field-type.ts'
import { editableField } from '../traits.ts'

/** Without value. */
export const ttmstepexec: FieldType = { ...editableField, section: 'texts', column: 'none' }
