import { createTimestampFieldType } from '../families/timestamp-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { StringEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    subon: EntryOf<'subon', typeof StringEntry>
  }
}

/** The time when an artifact was created (docs/api/field-values.md §14). */
export const subon: FieldType = createTimestampFieldType({
  type: 'subon',
  column: 'submitted_on',
  timestampOf: ({ submittedOn }) => submittedOn,
})
