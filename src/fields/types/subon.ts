import { timestampFieldType } from '../timestamp-field.ts'

/** When an artifact was made (docs/api/field-values.md §14). */
export const subon = timestampFieldType({ type: 'subon', timestampOf: ({ submittedOn }) => submittedOn })
