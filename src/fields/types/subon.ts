import { momentType } from '../moment-field.ts'

/** When an artifact was made (contract 30 §3.13). */
export const subon = momentType({ type: 'subon', momentOf: ({ submittedOn }) => submittedOn })
