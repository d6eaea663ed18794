/** A reference to anything in a plain text: `bug #12`, `art #orchard:12`, `rev #sources/7`. */
export interface Reference {
  /** in lower case */
  readonly keyword: string
  /** Short name or id of another project; null: none given */
  readonly project: string | null
  readonly value: string
  /** start and length in the text */
  readonly start: number
  readonly length: number
}

// docs/api/subversion.md §2.1: a word, one blank, `#`, optionally a project and a colon, then the value, optionally
// after segments.
const pattern = /(?<![\p{L}\p{N}_-])(\w+)[ \u00a0]#(?:([\w-]+):)?((?:[\w.-]+\/)*[\w&]+)(?![\p{L}\p{N}_])/gu

/** Returns the references in a plain text, in order. Not for HTML, whose entities contain `&`. */
export const findReferences = (text: string): readonly Reference[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: keyword = '', 2: project = null, 3: value = '', index }) => ({
    keyword: keyword.toLowerCase(),
    project,
    value,
    start: index,
    length: whole.length,
  }))

/** Returns the artifact id of a reference; undefined if it has none. */
export function parseArtifactNumber({ value }: Pick<Reference, 'value'>): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0
  return number > 0 ? number : undefined
}

const revisionKeywords: ReadonlySet<string> = new Set(['rev', 'revision', 'svn'])

/** docs/api/subversion.md §2.5: `rev #repository/7`; a bare number would mean a repository that there is none of. */
export function parseRevisionReference({
  keyword,
  value,
}: Pick<Reference, 'keyword' | 'value'>): { repository: string; revision: number } | undefined {
  const [, repository, revision] = /^([^/]+)\/(\d{1,9})$/.exec(value) ?? []
  if (!revisionKeywords.has(keyword) || repository === undefined) return undefined
  return { repository, revision: Number(revision) }
}
