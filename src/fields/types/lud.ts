import { timestampFieldType } from '../timestamp-field.ts'

/** When an artifact was last changed (docs/api/field-values.md §14). */
export const lud = timestampFieldType({ type: 'lud', timestampOf: ({ updatedOn }) => updatedOn })
