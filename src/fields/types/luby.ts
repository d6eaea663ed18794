import { createUserFieldType } from '../user-field.ts'

/** The user who last changed an artifact (docs/api/field-values.md §14). */
export const luby = createUserFieldType({
  type: 'luby',
  sources: [],
  candidates: ({ modifiersOf }, trackerId) => modifiersOf.get(trackerId) ?? [],
  userOf: ({ updatedBy, updatedEmail }) => ({ id: updatedBy, email: updatedEmail }),
})
