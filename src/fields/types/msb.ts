import { createListFieldType } from '../families/list-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { createSizeProperty } from '../model/properties.ts'
import type { ListEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    msb: EntryOf<'msb', typeof ListEntry>
  }
}

/** A selectbox for several values (docs/api/field-values.md §7). */
export const msb: FieldType<readonly number[]> = createListFieldType({
  type: 'msb',
  isMultiple: true,
  properties: { size: createSizeProperty(7) },
})
