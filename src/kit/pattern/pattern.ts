import type { CharSet } from './char-set.ts'

/** A parsed pattern over folded text: there are no captures and no priorities, only whether it matches. */
export type Pattern =
  /** One character of these. */
  | { readonly kind: 'one'; readonly of: CharSet }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** Without members: the empty text. */
  | { readonly kind: 'sequence'; readonly of: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly of: readonly Pattern[] }
  /** null: unlimited. */
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly from: number; readonly to: number | null }

/** A position in the text or at a word. */
export type Edge = 'start' | 'end' | 'word' | 'no word'
