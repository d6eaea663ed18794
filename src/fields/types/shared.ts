import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    shared: true
  }
}

/**
 * A list of another tracker under a second name (docs/api/trackers.md §5.1); one that could not be resolved has no
 * value.
 */
export const shared: FieldType = {
  type: 'shared',
  ...systemField,
  isCreatable: false,
  isAlwaysPresent: false,
  structure: { properties: {} },
  input: rejectInput,
}
