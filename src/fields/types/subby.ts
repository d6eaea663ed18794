import { createUserFieldType } from '../user-field.ts'

/** The user who created an artifact (docs/api/field-values.md §14). */
export const subby = createUserFieldType({
  type: 'subby',
  sources: [{ id: 0, label: 'artifact_submitters' }],
  candidates: ({ submittersOf }, trackerId) => submittersOf.get(trackerId) ?? [],
  userOf: ({ submittedBy, submittedEmail }) => ({ id: submittedBy, email: submittedEmail }),
})
