import { personType } from '../person-field.ts'

/** Who made an artifact (contract 30 §3.13). */
export const subby = personType({
  type: 'subby',
  sources: [{ id: 0, label: 'artifact_submitters' }],
  everybody: ({ submittersOf }, trackerId) => submittersOf.get(trackerId) ?? [],
  personOf: ({ submittedBy, submittedEmail }) => ({ id: submittedBy, email: submittedEmail }),
})
