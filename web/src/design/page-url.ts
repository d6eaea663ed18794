/**
 * Returns the page for a permanent URL (`/goto?key=bug&val=12`, `/plugins/tracker/?aid=12`), with any host name of the
 * server.
 */
export function buildPageUrl(address: string): string | undefined {
  const url = URL.parse(address, location.origin)
  if (url === null) return undefined
  const query = url.searchParams
  if (url.pathname === '/goto') return artifactPage(query.get('val')) ?? commitPage(query)
  return url.pathname.startsWith('/plugins/tracker') ? artifactPage(query.get('aid')) : undefined
}

const artifactPage = (id: string | null): string | undefined =>
  id !== null && /^\d+$/.test(id) ? `/artifacts/${id}` : undefined

/** Page of `svn #repository/7` in a project with this id. */
function commitPage(query: URLSearchParams): string | undefined {
  const [, repository, revision] = /^([a-z][\w.-]*)\/(\d+)$/i.exec(query.get('val') ?? '') ?? []
  const project = /^\d+$/.exec(query.get('group_id') ?? '')?.[0]
  const isRevision = /^(svn|rev|revision)$/i.test(query.get('key') ?? '')
  return isRevision && repository !== undefined && project !== undefined
    ? `/projects/${project}/svn/${repository}/commits/${revision}`
    : undefined
}
