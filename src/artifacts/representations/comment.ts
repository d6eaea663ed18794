import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import type { PresentContext } from '../../fields/contexts/present-context.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Comment, StoredComment } from '../model/changeset.ts'
import { buildCommentTag } from '../model/comment-tag.ts'

const members = {
  body: Type.String(),
  post_processed_body: Type.String(),
  format: Type.Union([Type.Literal('text'), Type.Literal('html')]),
  commonmark: Type.Optional(Type.String()),
  ugroups: Type.Union([Type.Array(UserGroupReference), Type.Null()]),
}

export const CommentRepresentation = Type.Object(
  {
    ...members,
    can_update: Type.Optional(
      Type.Boolean({
        description: 'With `include=can_update` (Tulipwood extension): whether the caller may edit and delete it.',
      }),
    ),
    etag: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'With `include=etag` (Tulipwood extension): version of the comment for `If-Match`; null: no comment.',
      }),
    ),
  },
  { title: 'Comment', additionalProperties: false },
)

export const CommentVersionRepresentation = Type.Object(
  {
    ...members,
    is_deletion: Type.Boolean({ description: 'Whether the comment was deleted, so that its text is empty.' }),
    etag: Type.String({ description: 'For `If-Match`, if it is the newest version.' }),
    submitted_by: Type.Union([MinimalUserRepresentation, Type.Null()], {
      description: 'Author of the version; null: an anonymous user.',
    }),
    submitted_on: Type.String(),
  },
  { title: 'CommentVersion', additionalProperties: false },
)

/** Tulipwood extension. */
export const representCommentVersion = (version: StoredComment, presenting: PresentContext, epoch: string) => {
  const { users, viewer } = presenting
  const author = version.submittedBy === null ? undefined : users.get(version.submittedBy)
  return {
    ...representComment(version, presenting),
    is_deletion: version.body === '',
    etag: buildCommentTag(version, epoch),
    submitted_by: author === undefined ? null : representMinimalUser(author, viewer),
    submitted_on: formatIsoDate(version.submittedOn, viewer.timezone),
  }
}

/** docs/api/artifacts.md §3.2; an empty comment represents none, or one that the viewer may not read. */
export function representComment(comment: Comment | null, { projectId, groups, renderText }: PresentContext) {
  if (comment === null || comment.body === '')
    return { body: '', post_processed_body: '', format: 'text' as const, ugroups: null }
  const { body, format } = comment
  const rendered = renderText({ content: body, format })
  const ugroups = comment.groups?.map((id) => referToGroup(id, projectId, groups)) ?? null
  return format === 'commonmark'
    ? { body: rendered, post_processed_body: rendered, format: 'html' as const, commonmark: body, ugroups }
    : { body, post_processed_body: rendered, format, ugroups }
}
