import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    ttmstepexec: true
  }
}

/** Results of test steps, written only by test runs and never shown here (docs/api/field-values.md §13). */
export const ttmstepexec: FieldType = {
  type: 'ttmstepexec',
  ...editableField,
  // Results belong to their execution.
  isMovable: false,
  archiveElement: 'externalField',
  isUnique: true,
  structure: { properties: {} },
  input: rejectInput,
}
