import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/ids.ts'
import type { LogPosition } from '../../kit/log-position.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** Something that happened to an artifact: where all effects start. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted' | 'moved'
  readonly artifact: { readonly id: ArtifactId; readonly trackerId: TrackerId }
  readonly projectId: ProjectId
  /** null: there is none of it, as for a deletion */
  readonly changesetId: ChangesetId | null
  /** null: an anonymous person, or the product itself */
  readonly userId: UserId | null
  readonly at: EpochSeconds
  /** of a move: the tracker in which it was before */
  readonly from?: TrackerId
}

/** The same as the log has it. */
export interface LoggedChange extends Change {
  readonly position: LogPosition
}
