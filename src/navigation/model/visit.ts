import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** The last time that a user opened an artifact. */
export interface Visit {
  readonly artifactId: ArtifactId
  readonly visitedOn: EpochSeconds
}

/** How many visits of a user are kept: the latest, one for each artifact. */
export const maxVisitCount = 30
