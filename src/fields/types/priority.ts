import type { FieldType } from '../field-type.ts'
import { ignoringValues } from '../not-writable.ts'
import { bySystemNumber } from '../searching/numbers.ts'
import { systemField } from '../traits.ts'

/** The rank of an artifact (docs/api/field-values.md §14). */
export const priority: FieldType = {
  type: 'priority',
  ...systemField,
  isAlphanumeric: true,
  structure: { properties: {} },
  writing: ignoringValues,
  searching: bySystemNumber('rank'),
  present: (_value, { id, label }, { artifact }) => ({ field_id: id, type: 'priority', label, value: artifact.rank }),
  flat: (_value, _field, { artifact }) => artifact.rank,
  cells: { write: (_value, _field, { artifact }) => artifact.rank },
}
