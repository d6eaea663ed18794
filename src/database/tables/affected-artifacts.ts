import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'

/**
 * The artifacts that a change of several names. It locks its artifact, the ends of its links, and parents, in an order
 * that is not known in advance: two of them would deadlock, which PostgreSQL only detects after a second. So they run
 * one after the other within each project of these artifacts and of those around them (decision 0015).
 */
export interface AffectedArtifacts {
  /** Artifacts whose values, links or tracker change. */
  readonly changed: readonly ArtifactId[]
  /** Artifacts to which links are added. */
  readonly linked?: readonly ArtifactId[]
  /** Projects of new artifacts, and the destination of a move. */
  readonly projects?: readonly ProjectId[]
  /** Whether links from other artifacts may be removed, which changes these. */
  readonly replacesReverseLinks?: boolean
}
