import { message } from '../../kit/messages/message.ts'
import type { PostActionType } from './post-action-type.ts'
import { parseDecimal } from './read-members.ts'
import { createNumberAction } from './set-number.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly set_float: { readonly field: FieldRef; readonly value: number }
  }
}

export const setFloat = createNumberAction({
  kind: 'set_float',
  type: 'float',
  isValid: () => true,
  parse: parseDecimal,
  formatProblem: message`Bad value attribute format: float expected.`,
  mismatch: (id) => message`The field_id value '${id}' does not match a float field in use in the tracker.`,
}) satisfies PostActionType<'set_float'>
