/** A mention of something numbered: `bug #12`, `art #12`, `art #orchard:12`. */
export interface Mention {
  /** lower case */
  readonly keyword: string
  /** Short name or id of the project of the number; null: none given */
  readonly project: string | null
  readonly number: number
  /** start and length in the text */
  readonly start: number
  readonly length: number
}

/** Returns the URL of a mention; undefined leaves it as plain text. */
export type ResolveLink = (
  keyword: string,
  number: number,
  project: string | null,
) => { readonly url: string; readonly title: string } | undefined

// One blank before the `#` and none after it: exporters write `art # 12` to avoid a link.
const pattern = /(?<![\p{L}\p{N}_-])([A-Za-z0-9_]+)[ \u00a0]#(?:([\w-]+):)?(\d{1,15})(?![\p{L}\p{N}_])/gu

/** Returns the mentions in a text, in order, none inside another word. */
export const findMentions = (text: string): readonly Mention[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: keyword = '', 2: project = null, 3: number, index }) => ({
    keyword: keyword.toLowerCase(),
    project,
    number: Number(number),
    start: index,
    length: whole.length,
  }))
