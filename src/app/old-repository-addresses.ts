/** What an address of the browser of old names: a place in a repository, at a revision, in some view. */
interface Place {
  /** Of the repository's pages. */
  readonly base: string
  /** From the top of the repository; '' for the top itself. */
  readonly path: string
  readonly asked: URLSearchParams
}

/**
 * `/plugins/svn/<path>?roottype=svn&root=<project>/<repository>&view=…` (docs/api/subversion.md §2.4 to §2.6), and the
 * page that it means now.
 */
export function newRepositoryAddressOf({ pathname, searchParams: asked }: URL): string | undefined {
  const written = /^\/plugins\/svn(?:\/(.*))?$/is.exec(pathname)
  if (written === null) return undefined
  const project = /^\d{1,15}$/.exec(asked.get('group_id') ?? '')?.[0]
  const [, owner, repository] = /^([a-z0-9][\w.-]*)\/([a-z][\w.-]*)\/?$/i.exec(asked.get('root') ?? '') ?? []
  if (owner === undefined || repository === undefined) return project === undefined ? undefined : listOf(project)
  const path = decoded(written[1] ?? '')
  return path === undefined ? undefined : pageOf({ base: `${listOf(owner)}/${repository}`, path, asked })
}

/**
 * What a reference to a revision leads to: `<repository>/<number>` (docs/api/subversion.md §2.5); a bare number names
 * an artifact.
 */
export function commitAddressOf(keyword: string, value: string, project: string | undefined): string | undefined {
  const [, repository, revision] = /^([a-z][\w.-]*)\/(\d{1,9})$/i.exec(value) ?? []
  const isRevision = ['svn', 'rev', 'revision'].includes(keyword.toLowerCase())
  if (!isRevision || repository === undefined || project === undefined) return undefined
  return `${listOf(project)}/${repository}/commits/${revision}`
}

const listOf = (project: string): string => `/projects/${project}/svn`

function pageOf({ base, path, asked }: Place): string {
  const revision = numbered(asked, 'revision') ?? numbered(asked, 'pathrev') ?? ''
  switch (asked.get('view')) {
    case 'rev':
      return revision === '' ? `${base}/commits` : `${base}/commits/${revision}`
    case 'log':
      return withQuestions(`${base}/commits`, { path, rev: revision })
    case 'diff': {
      const [from = '', to = revision] = [numbered(asked, 'r1'), numbered(asked, 'r2')]
      return withQuestions(`${base}/diff`, { path, from, to })
    }
    default:
      return withQuestions(base, { path, rev: revision })
  }
}

const numbered = (asked: URLSearchParams, name: string): string | undefined =>
  /^\d{1,9}$/.exec(asked.get(name) ?? '')?.[0]

function withQuestions(page: string, questions: Readonly<Record<string, string>>): string {
  const said = Object.entries(questions).filter(([, value]) => value !== '')
  return said.length === 0 ? page : `${page}?${new URLSearchParams(said)}`
}

/** undefined: it is none that could be read. */
function decoded(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  try {
    return segments.map((segment) => `/${decodeURIComponent(segment)}`).join('')
  } catch {
    return undefined
  }
}
