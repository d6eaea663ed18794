import type { Changeset, Comment } from '../../artifacts/model/changeset.ts'
import type { ArtifactId, FileId } from '../../kit/values/ids.ts'

/** An artifact with its stored history, as an export writes it. */
export interface ArtifactHistory {
  readonly id: ArtifactId
  /** Oldest first. */
  readonly changesets: readonly RecordedChangeset[]
  /** All referenced files by id. */
  readonly files: readonly AttachedBytes[]
}

export interface RecordedChangeset extends Omit<Changeset, 'comment'> {
  /** All versions, oldest first. */
  readonly comments: readonly Comment[]
}

export interface AttachedBytes {
  readonly id: FileId
  readonly name: string
  readonly size: number
  readonly mediaType: string
  readonly description: string
  /** Name in the file store; null when the content is missing. */
  readonly blob: string | null
  /** Whether it is still attached. */
  readonly isAttached: boolean
}
