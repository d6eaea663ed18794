import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    burnup: true
  }
}

/** A burnup chart; kept as a part of the tracker, without value. */
export const burnup: FieldType = {
  type: 'burnup',
  ...systemField,
  // Charts of work done are in no row of docs/api/artifacts.md §3.9.
  isMovable: false,
  isAlwaysPresent: false,
  isUnique: true,
  structure: { properties: {} },
  input: rejectInput,
}
