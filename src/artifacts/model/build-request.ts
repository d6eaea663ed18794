import type { ArtifactId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    [buildKind]: BuildRequest
  }
}

/** Job kind of a build. */
export const buildKind = 'run-build'

/** A build that a transition starts. */
export interface BuildRequest {
  readonly url: string
  readonly artifact: ArtifactId
  readonly tracker: TrackerId
  readonly project: ProjectId
  /** null: the system itself */
  readonly user: UserId | null
  readonly orderedOn: EpochSeconds
}

/** A server that was unavailable for a day gets none of the missed builds. */
const maxAgeSeconds = 24 * 3600

export const isOverdue = ({ orderedOn }: BuildRequest, now: EpochSeconds): boolean => now >= orderedOn + maxAgeSeconds

/** Serializes the parameters of a build as a form. */
export const formatBuildParameters = ({ artifact, tracker, project, user }: BuildRequest): string =>
  new URLSearchParams({
    ...(user === null ? {} : { userId: `${user}` }),
    projectId: `${project}`,
    artifactId: `${artifact}`,
    trackerId: `${tracker}`,
  }).toString()
