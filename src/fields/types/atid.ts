import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'
import { IdEntry } from '../representations/entries.ts'
import { createSystemNumberSearch } from '../search/numbers.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    atid: EntryOf<'atid', typeof IdEntry>
  }
}

/** The number of an artifact in its tracker (docs/api/field-values.md §14). */
export const atid: FieldType = {
  type: 'atid',
  entry: IdEntry,
  ...systemField,
  isAlphanumeric: true,
  structure: { properties: {} },
  input: rejectInput,
  search: createSystemNumberSearch('number'),
  present: (_value, { id, label }, { artifact }) => ({ field_id: id, type: 'atid', label, value: artifact.number }),
  flat: (_value, _field, { artifact }) => artifact.number,
  csv: { write: (_value, _field, { artifact }) => artifact.number },
}
