import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { PostActionType } from './post-action-type.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    /** Actions of other products, kept for the next export. */
    readonly other: { readonly name: string }
  }
}

/** docs/api/trackers.md §4.11: the name in the API is that of the element without its prefix, with one exception. */
const getType = (name: string): string =>
  name === 'postaction_add_to_program_top_backlog'
    ? 'program_management_add_to_top_backlog'
    : name.replace(/^postaction_/, '')

export const other = {
  api: {
    schema: Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: false }),
    represent: ({ name }) => ({ type: getType(name) }),
  },
  archive: {
    read({ name, line }, _keys, { notes }) {
      notes.remark(
        'feature-left-out',
        line,
        message`<${name}> belongs to another product: it is kept and does nothing here`,
      )
      return { kind: 'other', name }
    },
    write: ({ name }) => buildElement(name, {}),
  },
  fieldsOf: () => [],
  mapFields: ({ name }) => ({ name }),
} satisfies PostActionType<'other'>
