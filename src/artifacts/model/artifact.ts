import type { StoredValues } from '../../fields/model/field.ts'
import type { ArtifactId, ChangesetId, PermissionSetId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** An artifact without its values, for rules and lists. */
export interface ArtifactHeader {
  readonly id: ArtifactId
  readonly trackerId: TrackerId
  /** its number inside the tracker */
  readonly number: number
  readonly rank: number
  /** Its place in the order of the tracker once a user moved it, instead of `rank`. */
  readonly movedRank: number | null
  readonly submittedBy: UserId | null
  /** of an anonymous submitter */
  readonly submittedEmail: string | null
  readonly submittedOn: EpochSeconds
  /** counts changesets */
  readonly version: number
  readonly lastChangesetId: ChangesetId
  readonly updatedBy: UserId | null
  readonly updatedEmail: string | null
  readonly updatedOn: EpochSeconds
  /** names this version, and none before it, to `If-Unmodified-Since` (version-date.ts) */
  readonly versionDate: EpochSeconds
  /** null: every user who sees the tracker sees it (docs/api/trackers.md §6.4) */
  readonly permissionSetId: PermissionSetId | null
}

/** Members that decide who sees the artifact. */
export type ArtifactAccessHeader = Pick<ArtifactHeader, 'id' | 'trackerId' | 'submittedBy' | 'permissionSetId'>

/** Members that decide who sees the artifact and whether a cached representation is current. */
export interface ArtifactVersion extends ArtifactAccessHeader, Pick<ArtifactHeader, 'version' | 'versionDate'> {
  /** counts changes of related artifacts that do not change its version */
  readonly cacheVersion: number
}

/** An artifact with its current values. */
export interface Artifact extends ArtifactHeader {
  readonly values: StoredValues
}
