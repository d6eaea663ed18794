import type { FieldType } from '../field-type.ts'
import { refusingValues } from '../not-writable.ts'
import { ordinaryField } from '../traits.ts'

/** Results of test steps, written by test runs alone and never shown here (docs/api/field-values.md §13). */
export const ttmstepexec: FieldType = {
  type: 'ttmstepexec',
  ...ordinaryField,
  isUnique: true,
  structure: { properties: {} },
  writing: refusingValues,
}
