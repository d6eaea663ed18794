import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'

/** The artifacts that a change names; those around them are found here. */
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
