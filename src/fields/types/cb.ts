import { createListFieldType } from '../families/list-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { ListEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    cb: EntryOf<'cb', typeof ListEntry>
  }
}

/** A list of checkboxes (docs/api/field-values.md §7). */
export const cb: FieldType<readonly number[]> = createListFieldType({ type: 'cb', isMultiple: true })
