import type { Field } from '../../fields/model/field.ts'
import type { ArtifactId, ChangesetId } from '../../kit/values/ids.ts'
import type { ArtifactVersion } from './artifact.ts'
import type { Snippet } from './snippet.ts'

/** The lowest-ranked place needed to match all words: 0 titles, 1 other texts, 2 comments. */
export type MatchRank = 0 | 1 | 2

export interface RankedArtifact {
  readonly id: ArtifactId
  readonly matchRank: MatchRank
}

/** An excerpt of a field or a comment with matches. */
export interface SearchHitPart extends Snippet {
  readonly field: Pick<Field, 'id' | 'label'> | null
  readonly changesetId: ChangesetId | null
}

/** An artifact that matches a search. */
export interface SearchHit extends RankedArtifact {
  readonly artifactVersion: ArtifactVersion
  readonly parts: readonly SearchHitPart[]
}
