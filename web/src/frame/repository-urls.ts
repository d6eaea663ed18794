/** Path and revision in the URL of a repository page. */
export interface RepositoryPath {
  /** `/`, or `/trunk/file`. */
  readonly path: string
  /** undefined: the newest. */
  readonly rev: number | undefined
}

/** The pages of one repository. */
export interface RepositoryUrls {
  /** A directory or a file. */
  files(spot: RepositoryPath, offset?: number): string
  history(spot: RepositoryPath, offset?: number): string
  commit(revision: number, offset?: number): string
  differences(path: string, from: number | undefined, to: number | undefined, offset?: number): string
  /** Only for administrators. */
  readonly settings: string
}

export const buildRepositoriesUrl = (project: string): string => `/projects/${project}/svn`

export function buildRepositoryUrls(project: string, repository: string): RepositoryUrls {
  const base = `${buildRepositoriesUrl(project)}/${repository}`
  return {
    files: ({ path, rev }, offset) => withParameters(base, { path, rev, offset }),
    history: ({ path, rev }, offset) => withParameters(`${base}/commits`, { path, rev, offset }),
    commit: (revision, offset) => withParameters(`${base}/commits/${revision}`, { offset }),
    differences: (path, from, to, offset) => withParameters(`${base}/diff`, { path, from, to, offset }),
    settings: `/projects/${project}/admin/svn/${repository}`,
  }
}

/** Slashes are not encoded, because users read and write these URLs. The root and the first page are omitted. */
function withParameters(
  page: string,
  { path = '/', offset = 0, ...numbers }: Readonly<Record<string, unknown>>,
): string {
  const parameters = [
    ...(path === '/' ? [] : [`path=${encodeURIComponent(String(path)).replaceAll('%2F', '/')}`]),
    ...Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    ...(offset === 0 ? [] : [`offset=${offset}`]),
  ]
  return parameters.length === 0 ? page : `${page}?${parameters.join('&')}`
}

/** Normalizes a path from the URL. */
export const parsePathParameter = (search: URLSearchParams): string =>
  `/${(search.get('path') ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')}`

/** undefined: missing or invalid. */
export function parseRevisionParameter(search: URLSearchParams, name = 'rev'): number | undefined {
  const digits = /^\d{1,9}$/.exec(search.get(name) ?? '')?.[0]
  return digits === undefined ? undefined : Number(digits)
}

export const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `/trunk` and `/trunk/file` of `/trunk/file`; the top is none of them. */
export const listParentPaths = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .filter((segment) => segment !== '')
    .map((_, at, segments) => `/${segments.slice(0, at + 1).join('/')}`)
