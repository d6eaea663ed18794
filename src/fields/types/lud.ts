import { momentType } from '../moment-field.ts'

/** When an artifact was last changed (contract 30 §3.13). */
export const lud = momentType({ type: 'lud', momentOf: ({ updatedOn }) => updatedOn })
