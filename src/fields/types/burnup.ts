import type { FieldType } from '../field-type.ts'
import { refusingValues } from '../not-writable.ts'
import { systemField } from '../traits.ts'

/** A chart of work done; kept as a part of the tracker, without value. */
export const burnup: FieldType = {
  type: 'burnup',
  ...systemField,
  isAlwaysPresent: false,
  isUnique: true,
  structure: { properties: {} },
  writing: refusingValues,
}
