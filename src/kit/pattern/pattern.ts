import type { CharSet } from './char-set.ts'

/** What a pattern means, over folded text: there are neither captures nor preferences, only whether it matches. */
export type Pattern =
  /** One character of these. */
  | { readonly kind: 'one'; readonly of: CharSet }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** Without members: nothing at all, which is everywhere. */
  | { readonly kind: 'sequence'; readonly of: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly of: readonly Pattern[] }
  /** null: as often as one likes. */
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly from: number; readonly to: number | null }

/** Of the whole text, or of a word. */
export type Edge = 'start' | 'end' | 'word' | 'no word'
