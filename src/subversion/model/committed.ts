import type { EpochSeconds } from '../../kit/time.ts'

/** What a commit says of itself; imported ones may say nothing. */
export interface Committed {
  readonly revision: number
  readonly author: string | null
  readonly date: EpochSeconds | null
}

export type NodeKind = 'file' | 'directory'

export interface FolderEntry {
  readonly name: string
  readonly path: string
  readonly kind: NodeKind
  /** In bytes, of files. */
  readonly size: number | null
  readonly committed: Committed
}

/** A commit as somebody sees it. */
export interface SeenCommit extends Committed {
  /** null: something of it is hidden, and its message might name that. */
  readonly message: string | null
  /** The first of those that are seen. */
  readonly changes: readonly CommitChange[]
  /** How many are seen. */
  readonly size: number
}

export interface CommitChange {
  readonly path: string
  readonly kind: NodeKind | null
  readonly action: 'added' | 'deleted' | 'modified' | 'replaced'
  readonly copiedFrom: { readonly path: string; readonly revision: number } | null
}

/** How a path differs between two revisions. */
export interface Difference {
  readonly path: string
  readonly kind: NodeKind
  /** null: its properties alone differ */
  readonly action: 'added' | 'deleted' | 'modified' | null
  readonly hasOtherProperties: boolean
}

/** The same with what is to be read of it. */
export interface ReadDifference extends Difference {
  /** Unified. */
  readonly text: string
  readonly isCut: boolean
  /** Why there is no text although the content differs. */
  readonly omitted: 'binary' | 'too large' | null
}
