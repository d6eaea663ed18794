import { timestampFieldType } from '../timestamp-field.ts'

/** The time when an artifact was created (docs/api/field-values.md §14). */
export const subon = timestampFieldType({ type: 'subon', timestampOf: ({ submittedOn }) => submittedOn })
