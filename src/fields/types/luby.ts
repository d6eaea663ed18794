import { createUserFieldType } from '../families/user-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { UserEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    luby: EntryOf<'luby', typeof UserEntry>
  }
}

/** The user who last changed an artifact (docs/api/field-values.md §14). */
export const luby: FieldType = createUserFieldType({
  type: 'luby',
  role: 'updated_by',
  sources: [],
  candidates: ({ modifiersOf }, trackerId) => modifiersOf.get(trackerId) ?? [],
  userOf: ({ updatedBy, updatedEmail }) => ({ id: updatedBy, email: updatedEmail }),
})
