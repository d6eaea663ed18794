import { createListFieldType } from '../families/list-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { ListEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    sb: EntryOf<'sb', typeof ListEntry>
  }
}

/** A selectbox (docs/api/field-values.md §7). */
export const sb: FieldType<readonly number[]> = createListFieldType({ type: 'sb', isMultiple: false })
