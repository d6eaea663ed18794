import { message } from '../../kit/messages/message.ts'
import type { PostActionType } from './post-action-type.ts'
import { parseInteger } from './read-members.ts'
import { createNumberAction } from './set-number.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly set_int: { readonly field: FieldRef; readonly value: number }
  }
}

export const setInt = createNumberAction({
  kind: 'set_int',
  type: 'int',
  isValid: Number.isInteger,
  parse: parseInteger,
  formatProblem: message`Bad value attribute format: integer expected.`,
  mismatch: (id) => message`The field_id value '${id}' does not match an int field in use in the tracker.`,
}) satisfies PostActionType<'set_int'>
