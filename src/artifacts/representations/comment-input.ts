import { Type } from '../../kit/schema.ts'

/** The comment of a change (docs/api/artifacts.md §3.8). */
export const CommentInput = Type.Object(
  {
    body: Type.String({ default: '', minLength: 0 }),
    format: Type.Optional(
      Type.String({ description: 'text, html or commonmark; without it the one the writer prefers.' }),
    ),
    ugroups: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        description:
          'Tulipwood extension: ids of the user groups that may read the comment, if the tracker has private comments.',
      }),
    ),
  },
  { title: 'CommentInput' },
)
