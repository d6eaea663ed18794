import type { ArtifactId, ChangeId, ChangesetId, FieldId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { NotificationReason } from './notification-settings.ts'

/** Items are kept for this time. */
export const inboxRetentionSeconds = 90 * 86_400
/** The number of items that a user sees at most; older ones are removed. */
export const maxInboxItems = 500

/** A change that concerns a user. */
export interface Recipient {
  readonly change: ChangeId
  readonly artifact: ArtifactId
  readonly user: UserId
  readonly reasons: ReadonlySet<NotificationReason>
  readonly mention: UserMention
}

/** Where a change mentions a user. */
export interface UserMention {
  readonly field: FieldId | null
  readonly isInComment: boolean
}

/** An item as its user sees it. */
export interface InboxItem {
  /** Unique for each user. */
  readonly id: ChangeId
  readonly reason: NotificationReason
  readonly at: EpochSeconds
  readonly isRead: boolean
  readonly kind: 'created' | 'updated' | 'moved'
  readonly artifactId: ArtifactId
  readonly changesetId: ChangesetId | null
  /** null: an anonymous user, or Tulipwood itself */
  readonly actor: UserId | null
  /** Whether the change has a comment that the user may read. */
  readonly hasComment: boolean
}
