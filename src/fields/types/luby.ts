import { personType } from '../person-field.ts'

/** Who last changed an artifact (docs/api/field-values.md §14). */
export const luby = personType({
  type: 'luby',
  sources: [],
  everybody: ({ modifiersOf }, trackerId) => modifiersOf.get(trackerId) ?? [],
  personOf: ({ updatedBy, updatedEmail }) => ({ id: updatedBy, email: updatedEmail }),
})
