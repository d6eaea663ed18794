import type { FieldType } from '../field-type.ts'
import { rejectInput } from '../read-only-input.ts'
import { editableField } from '../traits.ts'

declare module '../field.ts' {
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
