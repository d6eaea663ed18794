import type { FieldType } from '../field-type.ts'
import { rejectInput } from '../read-only-input.ts'
import { systemField } from '../traits.ts'

declare module '../field.ts' {
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
