import type { StoredValues } from '../../fields/field.ts'
import type { ArtifactId, ChangesetId, PermissionSetId, TrackerId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** An artifact as rules and lists know it: all but its values. */
export interface ArtifactHeader {
  readonly id: ArtifactId
  readonly trackerId: TrackerId
  /** its number inside the tracker */
  readonly number: number
  readonly rank: number
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
  /** null: whoever sees the tracker sees it (docs/api/trackers.md §6.4) */
  readonly permissionSetId: PermissionSetId | null
}

/** As much of it as decides who sees it. */
export type ArtifactAccessHeader = Pick<ArtifactHeader, 'id' | 'trackerId' | 'submittedBy' | 'permissionSetId'>

/** Enough to decide who sees it and whether what is remembered of it still holds. */
export interface ArtifactVersion extends ArtifactAccessHeader, Pick<ArtifactHeader, 'version' | 'versionDate'> {
  /** counts what changed around it without a version of its own */
  readonly cacheVersion: number
}

/** An artifact with the values it has now. */
export interface Artifact extends ArtifactHeader {
  readonly values: StoredValues
}
