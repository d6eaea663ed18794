import { Type, verbatim } from '../../kit/values/schema.ts'

/** The comment of a change (docs/api/artifacts.md §3.8); commands trim its body, from wherever it comes. */
export const CommentInput = Type.Object(
  {
    body: Type.String({ default: '', minLength: 0, format: verbatim }),
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

/** The next version of a comment. */
export const CommentEdit = Type.Object(
  {
    body: Type.String({ format: verbatim }),
    format: Type.Optional(
      Type.String({ description: 'text, html or commonmark; without it the one that the comment has.' }),
    ),
    ugroups: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        description:
          'Ids of the user groups that may read the comment; [] for all; without it those that the comment has.',
      }),
    ),
  },
  { title: 'CommentEdit' },
)
