import type { User } from '../../accounts/model/user.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import type { ArtifactId, FieldId, FileId, ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { RichText, StoredLink } from '../model/field.ts'
import type { OpenValue } from './describe-context.ts'

/** Data to present the values of one artifact; all but `artifact` is the same for a page. */
export interface PresentContext {
  readonly viewer: Viewer
  readonly projectId: ProjectId
  readonly artifact: ArtifactMetadata
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  readonly users: ReadonlyMap<UserId, User>
  readonly files: ReadonlyMap<FileId, AttachedFile>
  readonly openValues: ReadonlyMap<number, OpenValue>
  /** Artifacts at the other end of links, only those that the viewer can see. */
  readonly linked: ReadonlyMap<ArtifactId, LinkedArtifact>
  /** `post_processed_value`: safe HTML with references as links (fields/texts/rich-text.ts). */
  renderText(text: RichText): string
  /** A text without markup (fields/texts/rich-text.ts). */
  plainText(text: RichText): string
}

/** Data of an artifact other than its stored values. */
export interface ArtifactMetadata {
  readonly id: ArtifactId
  /** its number inside the tracker */
  readonly number: number
  readonly rank: number
  /** Its place in the order of the tracker once a user moved it, instead of `rank`. */
  readonly movedRank: number | null
  readonly submittedBy: UserId | null
  /** of an anonymous submitter */
  readonly submittedEmail: string | null
  readonly submittedOn: EpochSeconds
  readonly updatedBy: UserId | null
  readonly updatedEmail: string | null
  readonly updatedOn: EpochSeconds
  /** Links of other artifacts to this one: `id` is the other. */
  readonly reverseLinks: readonly StoredLink[]
  /** Artifacts that mention, are mentioned by or are linked with this artifact, only those that the viewer can see. */
  readonly crossReferences: readonly CrossReference[]
  /** Results of computed fields over the children, whether or not a manual value hides them. */
  readonly sums: ReadonlyMap<FieldId, number | null>
  readonly burndowns: ReadonlyMap<FieldId, Burndown>
}

export interface CrossReference {
  readonly keyword: string
  /** Id of an artifact; for a revision, its repository and number: `pumps/7` */
  readonly id: number | string
  readonly projectId: ProjectId
  readonly direction: 'out' | 'in' | 'both'
}

/** docs/api/field-values.md §14. */
export interface Burndown {
  readonly startsOn: EpochSeconds | null
  readonly duration: number | null
  readonly capacity: number | null
  readonly points: readonly { readonly on: EpochSeconds; readonly remainingEffort: number | null }[]
}

export interface AttachedFile {
  readonly id: FileId
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
  readonly submittedBy: UserId | null
}

export interface LinkedArtifact {
  readonly id: ArtifactId
  /** Its tracker in the reference form (docs/api/trackers.md §3.2: `color`, not `color_name`). */
  readonly tracker: object
}
