import type { Format } from './negotiate.ts'

export interface CanonicalUrl {
  /** Path and query as the routes define them: below `/api`, without version, suffix and final slash. */
  readonly url: string
  readonly suffix: Format | null
}

/**
 * Normalizes the spellings of a route (docs/api/rest-conventions.md §1.1): `/api/v1/…`, a final slash, `.json` or
 * `.xml` at the end of the path.
 */
export function toCanonicalUrl(requestUrl: string): CanonicalUrl {
  const mark = requestUrl.indexOf('?')
  const path = mark === -1 ? requestUrl : requestUrl.slice(0, mark)
  if (!/^\/api(\/|$)/i.test(path)) return { url: requestUrl, suffix: null }
  const query = mark === -1 ? '' : requestUrl.slice(mark)
  const unversioned = path.replace(/^\/api\/v1(?=\/|$)/i, '/api')
  if (/^\/api\/explorer(\/|$)/i.test(unversioned)) return { url: unversioned + query, suffix: null }
  if (unversioned.length <= 5) return { url: `/api/${query}`, suffix: null }
  const trimmed = unversioned.endsWith('/') && !unversioned.endsWith('//') ? unversioned.slice(0, -1) : unversioned
  const suffix = /\.(json|xml)$/i.exec(trimmed)
  return {
    url: (suffix === null ? trimmed : trimmed.slice(0, suffix.index)) + query,
    suffix: suffix === null ? null : (suffix[1]?.toLowerCase() as Format),
  }
}

/**
 * Parses a query string: empty members are absent, the last of repeated ones counts, `name[]` is a list
 * (docs/api/client-needs.md §4).
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const list = /^([^[\]]+)\[\w*\]$/.exec(key)?.[1]
    const name = list ?? key
    if (name === '' || value === '' || name === '__proto__') continue
    if (list === undefined) members[name] = value
    else members[name] = [...(Array.isArray(members[name]) ? (members[name] as unknown[]) : []), value]
  }
  return members
}
