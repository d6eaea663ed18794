import type { Changeset, Comment } from '../../artifacts/model/changeset.ts'
import type { ArtifactId, FieldId, FileId } from '../../kit/values/ids.ts'

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

/** Numbers that automatic computed fields had when their artifact was deleted. */
export type FrozenSums = ReadonlyMap<FieldId, number>

/** Returns a history whose last changeset sets these numbers, as the archive of a deleted artifact has them. */
export function freezeSums(history: ArtifactHistory, sums: FrozenSums): ArtifactHistory {
  const last = history.changesets.at(-1)
  if (last === undefined || sums.size === 0) return history
  const frozen = { ...last, values: { ...last.values, ...Object.fromEntries(sums) } }
  return { ...history, changesets: [...history.changesets.slice(0, -1), frozen] }
}
