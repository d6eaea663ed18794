import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/**
 * Whom a change concerns besides its author: users by the artifact itself; at most those who watch it or have commented
 * on it; or no user.
 */
export type Audience = 'users' | 'followers' | 'none'

/** Entry of the change log. */
export interface LogEntry {
  /**
   * `comment_changed`: the comment of an earlier changeset was edited or deleted; `ranked`: it has another place in the
   * order of its tracker
   */
  readonly kind: 'created' | 'updated' | 'comment_changed' | 'ranked' | 'deleted' | 'moved'
  readonly artifactId: ArtifactId
  readonly trackerId: TrackerId
  readonly projectId: ProjectId
  /** null: there is no changeset, as for a deletion */
  readonly changesetId: ChangesetId | null
  /** null: an anonymous user, or the system itself */
  readonly userId: UserId | null
  readonly at: EpochSeconds
  /** of a move: the previous tracker */
  readonly from?: TrackerId | undefined
  readonly audience: Audience
}

/**
 * Entries for what a statement writes. `new tracker`: it needs none, because no reader of the log knows the artifacts of
 * a tracker that the transaction creates.
 */
export type ChangeLog = readonly LogEntry[] | 'new tracker'
