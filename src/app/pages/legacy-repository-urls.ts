/** Parts of a legacy repository URL. */
interface RepositoryView {
  /** Base URL of the repository's pages. */
  readonly base: string
  /** Path in the repository; '' for the root. */
  readonly path: string
  readonly query: URLSearchParams
}

/**
 * `/plugins/svn/<path>?roottype=svn&root=<project>/<repository>&view=…` (docs/api/subversion.md §2.4 to §2.6), and the
 * page that replaces it.
 */
export function resolveLegacyRepositoryUrl({ pathname, searchParams: query }: URL): string | undefined {
  const match = /^\/plugins\/svn(?:\/(.*))?$/is.exec(pathname)
  if (match === null) return undefined
  const project = /^\d{1,15}$/.exec(query.get('group_id') ?? '')?.[0]
  const [, owner, repository] = /^([a-z0-9][\w.-]*)\/([a-z][\w.-]*)\/?$/i.exec(query.get('root') ?? '') ?? []
  if (owner === undefined || repository === undefined)
    return project === undefined ? undefined : repositoriesUrl(project)
  const path = decodePath(match[1] ?? '')
  return path === undefined ? undefined : viewUrl({ base: `${repositoriesUrl(owner)}/${repository}`, path, query })
}

/**
 * Returns the page of a revision reference: `<repository>/<number>` (docs/api/subversion.md §2.5); a bare number names
 * an artifact.
 */
export function commitPageUrl(keyword: string, value: string, project: string | undefined): string | undefined {
  const [, repository, revision] = /^([a-z][\w.-]*)\/(\d{1,9})$/i.exec(value) ?? []
  const isRevision = ['svn', 'rev', 'revision'].includes(keyword.toLowerCase())
  if (!isRevision || repository === undefined || project === undefined) return undefined
  return `${repositoriesUrl(project)}/${repository}/commits/${revision}`
}

const repositoriesUrl = (project: string): string => `/projects/${project}/svn`

function viewUrl({ base, path, query }: RepositoryView): string {
  const revision = integerParameter(query, 'revision') ?? integerParameter(query, 'pathrev') ?? ''
  switch (query.get('view')) {
    case 'rev':
      return revision === '' ? `${base}/commits` : `${base}/commits/${revision}`
    case 'log':
      return withQuery(`${base}/commits`, { path, rev: revision })
    case 'diff': {
      const [from = '', to = revision] = [integerParameter(query, 'r1'), integerParameter(query, 'r2')]
      return withQuery(`${base}/diff`, { path, from, to })
    }
    default:
      return withQuery(base, { path, rev: revision })
  }
}

const integerParameter = (query: URLSearchParams, name: string): string | undefined =>
  /^\d{1,9}$/.exec(query.get(name) ?? '')?.[0]

function withQuery(page: string, questions: Readonly<Record<string, string>>): string {
  const nonEmpty = Object.entries(questions).filter(([, value]) => value !== '')
  return nonEmpty.length === 0 ? page : `${page}?${new URLSearchParams(nonEmpty)}`
}

/** Returns undefined for a path that cannot be decoded. */
function decodePath(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  try {
    return segments.map((segment) => `/${decodeURIComponent(segment)}`).join('')
  } catch {
    return undefined
  }
}
