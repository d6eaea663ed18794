import { complain } from './complain.ts'
import { sentValue } from './sent-value.ts'
import type { Writing } from './writing.ts'

/** What the system sets and a request may speak of: nothing is asked of the field (docs/api/field-values.md §14). */
export const ignoringValues: Writing<unknown> = { accept: () => undefined, isEmpty: () => false }

/** What the system sets and no request may ask to change (docs/api/field-values.md §14). */
export const refusingValues: Writing<unknown> = {
  accept: (sent, field, context) =>
    sentValue(sent, field) === null
      ? undefined
      : complain(context, `You are not allowed to update the field ${field.label}.`),
  isEmpty: () => false,
}
