import { createTimestampFieldType } from '../timestamp-field.ts'

/** The time when an artifact was created (docs/api/field-values.md §14). */
export const subon = createTimestampFieldType({ type: 'subon', timestampOf: ({ submittedOn }) => submittedOn })
