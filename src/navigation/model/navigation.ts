import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import type { ProjectDetails } from '../../projects/model/project-details.ts'
import type { Service } from '../../projects/model/services.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'

/** What names the project of a page: the project itself, or something in it. */
export type ProjectKey =
  | { readonly kind: 'project'; readonly id: ProjectId }
  | { readonly kind: 'short name'; readonly shortName: string }
  | { readonly kind: 'tracker'; readonly id: TrackerId }
  | { readonly kind: 'artifact'; readonly id: ArtifactId }

/** Numbers of items that wait for a user. */
export interface OwnCounts {
  /** open artifacts that are assigned to the user */
  readonly assigned: number
  /** unread items of the inbox */
  readonly unread: number
}

interface TrackerPlace {
  readonly tracker: Tracker
  readonly open: number
  readonly total: number
  /** whether the caller may administer it: read-only administrators may not */
  readonly canUpdate: boolean
}

/** A project with the places that the caller can open in it. */
export interface ProjectPlaces {
  readonly project: Project
  readonly details: ProjectDetails
  readonly isAdministrator: boolean
  /** whether the caller may change it: read-only administrators may not */
  readonly canUpdate: boolean
  readonly services: readonly Service[]
  /** the first by name; none where the project does not use Subversion */
  readonly repositories: readonly { readonly id: number; readonly name: string }[]
  /** the first by name */
  readonly trackers: readonly TrackerPlace[]
  readonly trackerCount: number
  readonly reports: readonly { readonly id: number; readonly trackerId: TrackerId; readonly name: string }[]
}
