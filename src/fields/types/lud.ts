import { createTimestampFieldType } from '../families/timestamp-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { StringEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    lud: EntryOf<'lud', typeof StringEntry>
  }
}

/** The time of the last change of an artifact (docs/api/field-values.md §14). */
export const lud: FieldType = createTimestampFieldType({
  type: 'lud',
  column: 'updated_on',
  timestampOf: ({ updatedOn }) => updatedOn,
})
