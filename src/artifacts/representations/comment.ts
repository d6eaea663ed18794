import type { PresentContext } from '../../fields/present-context.ts'
import { Type } from '../../kit/schema.ts'
import { referToGroup, UserGroupReference } from '../../site/representations/user-group.ts'
import type { Comment } from '../model/changeset.ts'

export const CommentRepresentation = Type.Object(
  {
    body: Type.String(),
    post_processed_body: Type.String(),
    format: Type.Union([Type.Literal('text'), Type.Literal('html')]),
    commonmark: Type.Optional(Type.String()),
    ugroups: Type.Union([Type.Array(UserGroupReference), Type.Null()]),
  },
  { title: 'Comment', additionalProperties: false },
)

/** docs/api/artifacts.md §3.2; an empty comment represents none, or one that the viewer may not read. */
export function representComment(comment: Comment | null, { projectId, groups, renderText }: PresentContext) {
  if (comment === null) return { body: '', post_processed_body: '', format: 'text' as const, ugroups: null }
  const { body, format } = comment
  const rendered = renderText({ content: body, format })
  const ugroups = comment.groups?.map((id) => referToGroup(id, projectId, groups)) ?? null
  return format === 'commonmark'
    ? { body: rendered, post_processed_body: rendered, format: 'html' as const, commonmark: body, ugroups }
    : { body, post_processed_body: rendered, format, ugroups }
}
