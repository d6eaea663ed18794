import type { Changeset, Comment } from '../artifacts/model/changeset.ts'
import type { ArtifactId, FileId } from '../kit/ids.ts'

/** An artifact and all that happened to it, as it is stored: what an export writes. */
export interface ArtifactHistory {
  readonly id: ArtifactId
  /** The oldest first. */
  readonly changesets: readonly RecordedChangeset[]
  /** Every file that any of them speaks of, by id. */
  readonly files: readonly AttachedBytes[]
}

export interface RecordedChangeset extends Omit<Changeset, 'comment'> {
  /** Every version, the first one first. */
  readonly comments: readonly Comment[]
}

export interface AttachedBytes {
  readonly id: FileId
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
  /** Name in the store of bytes; null when there are none. */
  readonly blob: string | null
  /** It still is attached. */
  readonly isAttached: boolean
}
