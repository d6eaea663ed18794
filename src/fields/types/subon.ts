import { momentType } from '../moment-field.ts'

/** When an artifact was made (docs/api/field-values.md §14). */
export const subon = momentType({ type: 'subon', momentOf: ({ submittedOn }) => submittedOn })
