import type { EpochSeconds } from '../../kit/values/time.ts'

/** Metadata of a commit; may be missing for imported ones. */
export interface CommitMetadata {
  readonly revision: number
  readonly author: string | null
  readonly date: EpochSeconds | null
}

export type NodeKind = 'file' | 'directory'

export interface DirectoryEntry {
  readonly name: string
  readonly path: string
  readonly kind: NodeKind
  /** Size in bytes; only for files. */
  readonly size: number | null
  readonly committed: CommitMetadata
}

/** A commit as visible to one user. */
export interface VisibleCommit extends CommitMetadata {
  /** null: some changes are hidden, and the message might mention them */
  readonly message: string | null
  /** The first visible changes. */
  readonly changes: readonly CommitChange[]
  /** Number of visible changes. */
  readonly size: number
}

export interface CommitChange {
  readonly path: string
  readonly kind: NodeKind | null
  readonly action: 'added' | 'deleted' | 'modified' | 'replaced'
  readonly copiedFrom: { readonly path: string; readonly revision: number } | null
}

/** Difference of a path between two revisions. */
export interface Difference {
  readonly path: string
  readonly kind: NodeKind
  /** null: only its properties differ */
  readonly action: 'added' | 'deleted' | 'modified' | null
  readonly hasOtherProperties: boolean
}

/** Difference with its diff text. */
export interface DifferenceText extends Difference {
  /** Unified diff. */
  readonly text: string
  readonly isTruncated: boolean
  /** Reason for a missing diff although the content differs. */
  readonly omitted: 'binary' | 'too large' | null
}
