import type { User } from '../../accounts/model/user.ts'
import type { Field, StoredLink } from '../../fields/model/field.ts'
import type { ArtifactId, FieldId, FileId, ProjectId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from './artifact.ts'
import type { EffortOverTime } from './effort.ts'

/** A tracker with its project and the fields that the viewer may read, in the order of the tracker. */
export interface VisibleTracker {
  readonly tracker: Tracker
  readonly project: Project
  readonly readable: readonly Field[]
}

/** Data needed to render a page of artifacts, loaded together. */
export interface RelatedData {
  /** Trackers of the artifacts and of everything in `linked`. */
  readonly trackers: ReadonlyMap<TrackerId, VisibleTracker>
  readonly users: ReadonlyMap<UserId, User>
  readonly groups: ReadonlyMap<UserGroupId, NamedGroup>
  readonly files: ReadonlyMap<FileId, File>
  readonly openValues: ReadonlyMap<number, { readonly id: number; readonly label: string }>
  /** Artifacts at the other end of links and references, only those that the viewer may see. */
  readonly linked: ReadonlyMap<ArtifactId, ArtifactHeader>
  readonly reverseLinks: ReadonlyMap<ArtifactId, readonly StoredLink[]>
  readonly references: ReadonlyMap<ArtifactId, Mentions>
  /** Commits that mention them, only those that the viewer may read. */
  readonly revisions: ReadonlyMap<ArtifactId, readonly Revision[]>
  readonly sums: ReadonlyMap<ArtifactId, ReadonlyMap<FieldId, number | null>>
  readonly efforts: ReadonlyMap<ArtifactId, EffortOverTime>
  readonly now: EpochSeconds
  /** Keywords that refer to an artifact when a number follows, in lower case. */
  readonly keywords: ReadonlySet<string>
  /** Texts of their values and of their comments, rendered (fields/texts/rich-text.ts). */
  readonly texts: { readonly byKey: ReadonlyMap<string, string>; readonly isComplete: boolean }
}

interface NamedGroup {
  readonly id: UserGroupId
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string
}

interface File {
  readonly id: FileId
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
  readonly submittedBy: UserId | null
}

interface Revision {
  readonly projectId: ProjectId
  readonly repository: string
  readonly revision: number
}

/** Mentions from and to an artifact. */
export interface Mentions {
  readonly outgoing: readonly { readonly keyword: string; readonly id: ArtifactId }[]
  readonly incoming: readonly ArtifactId[]
}
