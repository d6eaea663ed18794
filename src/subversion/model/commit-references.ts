/** Reference in a message: `bug #12`, `art #other:12`, `rev #repository/7`. */
export interface CommitReference {
  /** in lower case */
  readonly keyword: string
  /** Short name or id of another project; null: none given */
  readonly project: string | null
  readonly value: string
}

// docs/api/subversion.md §2.1: a word, one blank, `#`, optionally a project and a colon, then the value, optionally
// after segments.
const pattern = /(?<![\p{L}\p{N}_-])(\w+)[ \u00a0]#(?:([\w-]+):)?((?:[\w.-]+\/)*[\w&]+)(?![\p{L}\p{N}_])/gu

/** Returns each reference once, in the order of the text. */
export function parseReferences(message: string): CommitReference[] {
  const references = new Map<string, CommitReference>()
  for (const [, spelling = '', project = null, value = ''] of message.matchAll(pattern)) {
    const keyword = spelling.toLowerCase()
    references.set(`${keyword} #${project ?? ''}:${value}`, { keyword, project, value })
  }
  return [...references.values()]
}

/** Returns the artifact id of a reference; undefined if it has none. */
export function parseArtifactNumber({ value }: CommitReference): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0
  return number > 0 ? number : undefined
}

const revisionKeywords: ReadonlySet<string> = new Set(['rev', 'revision', 'svn'])

/** docs/api/subversion.md §2.5: `rev #repository/7`; a bare number would mean a repository that there is none of. */
export function parseRevisionReference({
  keyword,
  value,
}: CommitReference): { repository: string; revision: number } | undefined {
  const [, repository, revision] = /^([^/]+)\/(\d{1,9})$/.exec(value) ?? []
  if (!revisionKeywords.has(keyword) || repository === undefined) return undefined
  return { repository, revision: Number(revision) }
}
