import type { ArtifactId, ProjectId, TrackerId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** The kind of job that carries it out. */
export const buildKind = 'run-build'

/** A build that a transition calls for. */
export interface BuildOrder {
  readonly url: string
  readonly artifact: ArtifactId
  readonly tracker: TrackerId
  readonly project: ProjectId
  /** null: the product itself */
  readonly user: UserId | null
  readonly orderedOn: EpochSeconds
}

/** A server that was away for a day gets none of the builds it missed. */
const maxAgeSeconds = 24 * 3600

export const isOverdue = ({ orderedOn }: BuildOrder, now: EpochSeconds): boolean => now >= orderedOn + maxAgeSeconds

/** What the build server is told, as it takes the parameters of a build: in a form. */
export const formatBuildParameters = ({ artifact, tracker, project, user }: BuildOrder): string =>
  new URLSearchParams({
    ...(user === null ? {} : { userId: `${user}` }),
    projectId: `${project}`,
    artifactId: `${artifact}`,
    trackerId: `${tracker}`,
  }).toString()
