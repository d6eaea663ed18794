import { personType } from '../person-field.ts'

/** Who last changed an artifact (contract 30 §3.13). */
export const luby = personType({
  type: 'luby',
  sources: [],
  everybody: ({ modifiersOf }, trackerId) => modifiersOf.get(trackerId) ?? [],
  personOf: ({ updatedBy, updatedEmail }) => ({ id: updatedBy, email: updatedEmail }),
})
