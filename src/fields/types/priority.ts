import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { ignoreInput } from '../input/read-only-input.ts'
import { getShownRank } from '../model/rank.ts'
import { IdEntry } from '../representations/entries.ts'
import { createSystemNumberSearch } from '../search/numbers.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    priority: EntryOf<'priority', typeof IdEntry>
  }
}

/** The rank of an artifact (docs/api/field-values.md §14). */
export const priority: FieldType = {
  type: 'priority',
  entry: IdEntry,
  ...systemField,
  isAlphanumeric: true,
  structure: { properties: {} },
  input: ignoreInput,
  search: createSystemNumberSearch('rank'),
  present: (_value, { id, label }, { artifact }) => ({
    field_id: id,
    type: 'priority',
    label,
    value: getShownRank(artifact),
  }),
  flat: (_value, _field, { artifact }) => getShownRank(artifact),
  csv: { write: (_value, _field, { artifact }) => getShownRank(artifact) },
}
