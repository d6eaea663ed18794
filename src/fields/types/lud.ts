import { momentType } from '../moment-field.ts'

/** When an artifact was last changed (docs/api/field-values.md §14). */
export const lud = momentType({ type: 'lud', momentOf: ({ updatedOn }) => updatedOn })
