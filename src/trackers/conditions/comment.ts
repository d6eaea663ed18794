import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { parseFlag } from '../xml/attributes.ts'
import { formatFlag } from '../xml/flag.ts'
import type { Condition } from './condition.ts'

declare module '../model/definition.ts' {
  interface ConditionsBy<FieldRef> {
    readonly isCommentRequired: boolean
  }
}

export const comment = {
  label: message`comment required by the transition`,
  initial: false,
  // docs/api/trackers.md §4.10: a new artifact can have no comment.
  isForChangesOnly: true,
  api: {
    name: 'is_comment_required',
    schema: Type.Boolean(),
    represent: (isRequired) => isRequired,
    parse: (isRequired: boolean) => isRequired,
    input: Type.Boolean(),
    define: (isRequired: boolean) => isRequired,
  },
  archive: {
    type: 'commentnotempty',
    read: (elements) => elements.some(({ attributes }) => parseFlag(attributes['is_comment_required'], false)),
    write: (isRequired) => [
      buildElement('condition', { type: 'commentnotempty', is_comment_required: formatFlag(isRequired) }),
    ],
  },
  rows: { flag: 'is_comment_required' },
  mapReferences: (isRequired) => isRequired,
  findProblems: (isRequired, { before, comment: text }) =>
    isRequired && before !== null && text.trim() === '' ? [message`Comment must not be empty.`] : [],
} satisfies Condition<'isCommentRequired'>
