import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { rejectInput } from '../input/read-only-input.ts'
import { IdEntry } from '../representations/entries.ts'
import { createSystemNumberSearch } from '../search/numbers.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    aid: EntryOf<'aid', typeof IdEntry>
  }
}

/** The id of an artifact (docs/api/field-values.md §14). */
export const aid: FieldType = {
  type: 'aid',
  entry: IdEntry,
  ...systemField,
  holds: 'id',
  isAlphanumeric: true,
  structure: { properties: {} },
  input: rejectInput,
  search: createSystemNumberSearch('id'),
  present: (_value, { id, label }, { artifact }) => ({ field_id: id, type: 'aid', label, value: artifact.id }),
  flat: (_value, _field, { artifact }) => artifact.id,
  csv: { write: (_value, _field, { artifact }) => artifact.id },
}
