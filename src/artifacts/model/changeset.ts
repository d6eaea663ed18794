import type { RichText, StoredValues } from '../../fields/model/field.ts'
import type { ChangesetId, CommentId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** Author and date; an anonymous user may have left an email address. */
export interface Authorship {
  readonly submittedBy: UserId | null
  readonly submittedEmail: string | null
  readonly submittedOn: EpochSeconds
}

/** One step of an artifact's history. */
export interface Changeset extends Authorship {
  readonly id: ChangesetId
  /** only what it changed, by field id */
  readonly values: StoredValues
  /** the last version; null: no comment */
  readonly comment: StoredComment | null
}

export interface Comment extends Authorship {
  readonly format: RichText['format']
  readonly body: string
  /** groups that may read it; null: every user who sees the artifact */
  readonly groups: readonly UserGroupId[] | null
}

/** One version of a comment; its body is empty after the comment was deleted. */
export interface StoredComment extends Comment {
  readonly id: CommentId
  /** Author of the first version; null: an anonymous user. */
  readonly author: UserId | null
}

/** A changeset that is not stored yet. */
export interface NewChangeset extends Authorship {
  /** Only what changes, by field id. */
  readonly values: StoredValues
  /** Every version of its comment, the first one first; usually one or none. */
  readonly comments: readonly Comment[]
}
