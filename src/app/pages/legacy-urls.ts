import { commitPageUrl, resolveLegacyRepositoryUrl } from './legacy-repository-urls.ts'

/**
 * Resolves URLs of old links and of API responses to pages (docs/api/trackers.md §3.2, docs/api/artifacts.md §2.2,
 * docs/api/subversion.md §2.5), and the pages that they mean now. Paths that always lead to the same page are in its
 * declaration (web/src/routes.ts).
 */
export function resolveLegacyUrl(url: string): string | undefined {
  const parsed = URL.parse(url, 'http://here')
  if (parsed === null) return undefined
  const { pathname, searchParams } = parsed
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  const numbered = (name: string): string | undefined => /^\d{1,15}$/.exec(searchParams.get(name) ?? '')?.[0]
  if (path === '/plugins/tracker') {
    const [artifact, report, tracker, project] = ['aid', 'report', 'tracker', 'group_id'].map(numbered)
    if (artifact !== undefined) return `/artifacts/${artifact}`
    if (report !== undefined) return `/reports/${report}`
    if (tracker !== undefined) return `/trackers/${tracker}${findAdministration(searchParams.get('func'))}`
    return project === undefined ? '/projects' : `/projects/${project}`
  }
  // The URL of the service `admin` (docs/api/projects.md §7).
  if (path === '/project/admin') {
    const project = numbered('group_id')
    return project === undefined ? '/projects' : `/projects/${project}/admin`
  }
  if (path === '/goto') {
    const [key, value] = ['key', 'val'].map((name) => searchParams.get(name) ?? '')
    // The keyword of a tracker is ignored: the number identifies the artifact.
    const artifact = numbered('val')
    return artifact === undefined
      ? commitPageUrl(key ?? '', value ?? '', numbered('group_id'))
      : `/artifacts/${artifact}`
  }
  return resolveLegacyRepositoryUrl(parsed)
}

/** The page of a tracker's administration that the URL of a badge means (`label_decorators`, docs/api/trackers.md §3.4). */
function findAdministration(part: string | null): string {
  if (part === 'admin-semantic') return '/admin/semantics'
  return part?.startsWith('admin-workflow') ? '/admin/workflow' : ''
}
