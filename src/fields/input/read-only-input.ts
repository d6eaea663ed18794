import { message } from '../../kit/messages/message.ts'
import type { InputParser } from '../contexts/write-context.ts'
import { reportProblem } from './report-problem.ts'
import { requireValue } from './require-value.ts'

/** For fields that the system sets: input is ignored (docs/api/field-values.md §14). */
export const ignoreInput: InputParser<unknown> = { parse: () => undefined, isEmpty: () => false }

/** For fields that the system sets: input is rejected (docs/api/field-values.md §14). */
export const rejectInput: InputParser<unknown> = {
  parse: (input, field, context) =>
    requireValue(input, field) === null
      ? undefined
      : reportProblem(context, message`You are not allowed to update the field ${field.label}.`),
  isEmpty: () => false,
}
