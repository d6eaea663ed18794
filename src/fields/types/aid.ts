import type { FieldType } from '../field-type.ts'
import { refusingValues } from '../not-writable.ts'
import { systemField } from '../traits.ts'

/** The number of an artifact on the platform (contract 30 §3.13). */
export const aid: FieldType = {
  type: 'aid',
  ...systemField,
  isAlphanumeric: true,
  structure: { properties: {} },
  writing: refusingValues,
  present: (_value, { id, label }, { artifact }) => ({ field_id: id, type: 'aid', label, value: artifact.id }),
  flat: (_value, _field, { artifact }) => artifact.id,
}
