import type { FieldType } from '../field-type.ts'
import { rejectInput } from '../read-only-input.ts'
import { systemField } from '../traits.ts'

/** A burnup chart; kept as a part of the tracker, without value. */
export const burnup: FieldType = {
  type: 'burnup',
  ...systemField,
  isAlwaysPresent: false,
  isUnique: true,
  structure: { properties: {} },
  input: rejectInput,
}
