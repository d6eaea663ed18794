import { createListFieldType } from '../families/list-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { ListEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    rb: EntryOf<'rb', typeof ListEntry>
  }
}

/** Radio buttons (docs/api/field-values.md §7). */
export const rb: FieldType<readonly number[]> = createListFieldType({ type: 'rb', isMultiple: false })
