import type { FieldType } from '../field-type.ts'
import { refusingValues } from '../not-writable.ts'
import { bySystemNumber } from '../searching/numbers.ts'
import { systemField } from '../traits.ts'

/** The number of an artifact on the platform (docs/api/field-values.md §14). */
export const aid: FieldType = {
  type: 'aid',
  ...systemField,
  isAlphanumeric: true,
  structure: { properties: {} },
  writing: refusingValues,
  searching: bySystemNumber('id'),
  present: (_value, { id, label }, { artifact }) => ({ field_id: id, type: 'aid', label, value: artifact.id }),
  flat: (_value, _field, { artifact }) => artifact.id,
  cells: { write: (_value, _field, { artifact }) => artifact.id },
}
