import type { Static, TSchema } from 'typebox'
import { filterEmail, MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { Field } from '../../fields/model/field.ts'
import { ValueEntrySchema } from '../../fields/registry/value-schema.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Changeset, Comment } from '../model/changeset.ts'
import { representValues } from './artifact.ts'
import { CommentRepresentation, representComment } from './comment.ts'
import type { RenderContext } from './render-context.ts'
import { representValueChanges, ValueChangeRepresentation } from './value-change.ts'

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
    changes: Type.Optional(
      Type.Array(ValueChangeRepresentation, {
        description:
          'With `values=changed` (Tulipwood extension): what the changeset changed; `last_modified_by` is null then unless another user changed the comment.',
      }),
    ),
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
  readonly after: RenderContext
}

/** docs/api/artifacts.md §3.2. */
export function representChangeset(
  { changeset, comment, after }: ChangesetContext,
  withValues: boolean,
  included: IncludedCommentMembers = {},
): ChangesetRepresentation {
  const { users, viewer } = after.presenting
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
    last_comment: { ...representComment(comment, after.presenting), ...included },
    values: withValues ? representValues(after) : [],
    last_modified_by: userReference(last.submittedBy),
    last_modified_date: formatIsoDate(last.submittedOn, viewer.timezone),
  }
}

/**
 * With `values=changed` (docs/api/extensions.md §3): the changes instead of all values. Users are long, so the same user
 * is not repeated.
 */
export function representChangedValues(
  context: ChangesetContext & { readonly before: RenderContext; readonly changedFields: readonly Field[] },
  included: IncludedCommentMembers = {},
): ChangesetRepresentation {
  const represented = representChangeset(context, false, included)
  const { submitted_by_details: author, last_modified_by: last } = represented
  return {
    ...represented,
    last_modified_by: last?.id === author?.id ? null : last,
    changes: representValueChanges(context.changedFields, context.before, context.after),
  }
}
