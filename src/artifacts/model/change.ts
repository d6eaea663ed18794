import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { LogPosition } from '../../kit/values/log-position.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A change of an artifact: the source of all effects. */
export interface Change {
  /**
   * `comment_changed`: the comment of an earlier changeset was edited or deleted; `ranked`: it has another place in the
   * order of its tracker
   */
  readonly kind: 'created' | 'updated' | 'comment_changed' | 'ranked' | 'deleted' | 'moved'
  readonly artifact: { readonly id: ArtifactId; readonly trackerId: TrackerId }
  readonly projectId: ProjectId
  /** null: there is no changeset, as for a deletion */
  readonly changesetId: ChangesetId | null
  /** null: an anonymous user, or the system itself */
  readonly userId: UserId | null
  readonly at: EpochSeconds
  /** of a move: the previous tracker */
  readonly from?: TrackerId
}

/** A change with its position in the log. */
export interface LoggedChange extends Change {
  readonly position: LogPosition
}
