import { createTimestampFieldType } from '../timestamp-field.ts'

/** The time of the last change of an artifact (docs/api/field-values.md §14). */
export const lud = createTimestampFieldType({ type: 'lud', timestampOf: ({ updatedOn }) => updatedOn })
