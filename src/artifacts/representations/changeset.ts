import type { Static, TSchema } from 'typebox'
import { ValueEntrySchema } from '../../fields/value-schema.ts'
import type { UserId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { formatIsoDate } from '../../kit/time.ts'
import { filterEmail, MinimalUserRepresentation, representMinimalUser } from '../../site/representations/user.ts'
import type { Changeset, Comment } from '../model/changeset.ts'
import { representValues } from './artifact.ts'
import { CommentRepresentation, representComment } from './comment.ts'
import type { RenderContext } from './render-context.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ChangesetRepresentation = Type.Object(
  {
    id: Type.Integer(),
    submitted_by: Type.Integer(),
    submitted_by_details: nullable(MinimalUserRepresentation),
    submitted_on: Type.String(),
    email: nullable(Type.String()),
    last_comment: CommentRepresentation,
    values: Type.Array(ValueEntrySchema),
    last_modified_by: nullable(MinimalUserRepresentation),
    last_modified_date: Type.String(),
  },
  { title: 'Changeset', additionalProperties: false },
)
export type ChangesetRepresentation = Static<typeof ChangesetRepresentation>

/** Members of a comment that `include` requests. */
export const includedCommentNames = ['can_update', 'etag'] as const
export interface IncludedCommentMembers {
  readonly can_update?: boolean
  readonly etag?: string | null
}

interface ChangesetContext {
  readonly changeset: Changeset
  readonly comment: Comment | null
  /** state of the artifact after the changeset */
  readonly shown: RenderContext
}

/** docs/api/artifacts.md §3.2. */
export function representChangeset(
  { changeset, comment, shown }: ChangesetContext,
  withValues: boolean,
  included: IncludedCommentMembers = {},
): ChangesetRepresentation {
  const { users, viewer } = shown.presenting
  const userReference = (id: UserId | null) => {
    const user = id === null ? undefined : users.get(id)
    return user === undefined ? null : representMinimalUser(user, viewer)
  }
  const last = comment ?? changeset
  return {
    id: changeset.id,
    submitted_by: changeset.submittedBy ?? 0,
    submitted_by_details: userReference(changeset.submittedBy),
    submitted_on: formatIsoDate(changeset.submittedOn, viewer.timezone),
    email: filterEmail(viewer, changeset.submittedEmail),
    last_comment: { ...representComment(comment, shown.presenting), ...included },
    values: withValues ? representValues(shown) : [],
    last_modified_by: userReference(last.submittedBy),
    last_modified_date: formatIsoDate(last.submittedOn, viewer.timezone),
  }
}
