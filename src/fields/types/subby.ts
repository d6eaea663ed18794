import { personType } from '../person-field.ts'

/** Who made an artifact (docs/api/field-values.md §14). */
export const subby = personType({
  type: 'subby',
  sources: [{ id: 0, label: 'artifact_submitters' }],
  everybody: ({ submittersOf }, trackerId) => submittersOf.get(trackerId) ?? [],
  personOf: ({ submittedBy, submittedEmail }) => ({ id: submittedBy, email: submittedEmail }),
})
