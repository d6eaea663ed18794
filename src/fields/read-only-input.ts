import { reportProblem } from './report-problem.ts'
import { requireValue } from './require-value.ts'
import type { InputParser } from './write-context.ts'

/** What the system sets and a request may speak of: nothing is asked of the field (docs/api/field-values.md §14). */
export const ignoreInput: InputParser<unknown> = { parse: () => undefined, isEmpty: () => false }

/** What the system sets and no request may ask to change (docs/api/field-values.md §14). */
export const rejectInput: InputParser<unknown> = {
  parse: (input, field, context) =>
    requireValue(input, field) === null
      ? undefined
      : reportProblem(context, `You are not allowed to update the field ${field.label}.`),
  isEmpty: () => false,
}
