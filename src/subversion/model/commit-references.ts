/** What a message refers to: `bug #12`, `art #other:12`, `rev #repository/7`. */
export interface CommitReference {
  /** in lower case */
  readonly keyword: string
  /** Short name or id of another project; null: none is said */
  readonly project: string | null
  readonly value: string
}

// docs/api/subversion.md §2.1: a word, one blank, `#`, perhaps a project and a colon, then the value, perhaps behind
// segments.
const pattern = /(?<![\p{L}\p{N}_-])(\w+)[ \u00a0]#(?:([\w-]+):)?((?:[\w.-]+\/)*[\w&]+)(?![\p{L}\p{N}_])/gu

/** Each once, in the order of the text. */
export function referencesIn(message: string): CommitReference[] {
  const found = new Map<string, CommitReference>()
  for (const [, written = '', project = null, value = ''] of message.matchAll(pattern)) {
    const keyword = written.toLowerCase()
    found.set(`${keyword} #${project ?? ''}:${value}`, { keyword, project, value })
  }
  return [...found.values()]
}

/** The number that a reference to an artifact has; undefined: it has none. */
export function artifactNumber({ value }: CommitReference): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0
  return number > 0 ? number : undefined
}

const revisionKeywords: ReadonlySet<string> = new Set(['rev', 'revision', 'svn'])

/** docs/api/subversion.md §2.5: `rev #repository/7`; a bare number would mean a repository that there is none of. */
export function revisionOf({ keyword, value }: CommitReference): { repository: string; revision: number } | undefined {
  const [, repository, revision] = /^([^/]+)\/(\d{1,9})$/.exec(value) ?? []
  if (!revisionKeywords.has(keyword) || repository === undefined) return undefined
  return { repository, revision: Number(revision) }
}
