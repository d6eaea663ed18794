import type { ArtifactId, FileId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** A row, without field and artifact, of the table `value_<family>`. */
export type IndexEntry =
  | { readonly family: 'list'; readonly value: number }
  | { readonly family: 'open'; readonly value: number }
  | { readonly family: 'number'; readonly value: number }
  | { readonly family: 'date'; readonly value: EpochSeconds }
  | { readonly family: 'link'; readonly value: ArtifactId; readonly type: string; readonly position: number }
  | { readonly family: 'file'; readonly value: FileId }
  /** Folded (kit/text/fold.ts), one for a field at most. */
  | { readonly family: 'text'; readonly value: string }

export type IndexFamily = IndexEntry['family']
