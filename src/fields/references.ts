/** A mention of something numbered: `bug #12`, `art #12`. */
export interface Mention {
  /** lower case */
  readonly keyword: string
  readonly number: number
  /** where in the text, and how long */
  readonly start: number
  readonly length: number
}

/** Where a mention leads; undefined leaves it plain text. */
export type LinkOf = (keyword: string, number: number) => { readonly url: string; readonly title: string } | undefined

/** Mentions in a text, in order, none inside another word. */
export function mentionsIn(text: string): readonly Mention[] {
  return []
}
