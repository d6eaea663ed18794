import type { Field } from '../../fields/field.ts'
import type { ArtifactId, ChangesetId } from '../../kit/ids.ts'
import type { ArtifactGlance } from './artifact.ts'
import type { Snippet } from './snippet.ts'

/** The worst of the places that are needed to find all words: 0 titles, 1 other texts, 2 comments. */
export type PlaceRank = 0 | 1 | 2

export interface RankedArtifact {
  readonly id: ArtifactId
  readonly place: PlaceRank
}

/** A part of an artifact in which something that was looked for stands: of a field or of a comment. */
export interface FoundPart extends Snippet {
  readonly field: Pick<Field, 'id' | 'label'> | null
  readonly changesetId: ChangesetId | null
}

/** An artifact that a search found. */
export interface FoundArtifact extends RankedArtifact {
  readonly glance: ArtifactGlance
  readonly parts: readonly FoundPart[]
}
