import { createUserFieldType } from '../families/user-field.ts'
import type { EntryOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import type { UserEntry } from '../representations/entries.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    subby: EntryOf<'subby', typeof UserEntry>
  }
}

/** The user who created an artifact (docs/api/field-values.md §14). */
export const subby: FieldType = createUserFieldType({
  type: 'subby',
  role: 'submitted_by',
  sources: [{ id: 0, label: 'artifact_submitters' }],
  candidates: ({ submittersOf }, trackerId) => submittersOf.get(trackerId) ?? [],
  userOf: ({ submittedBy, submittedEmail }) => ({ id: submittedBy, email: submittedEmail }),
})
