import { timestampFieldType } from '../timestamp-field.ts'

/** The time of the last change of an artifact (docs/api/field-values.md §14). */
export const lud = timestampFieldType({ type: 'lud', timestampOf: ({ updatedOn }) => updatedOn })
