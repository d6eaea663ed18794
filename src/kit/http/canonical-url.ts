import type { Format } from './negotiate.ts'

export interface CanonicalUrl {
  /** Path and query as the routes know them: below `/api`, without version, suffix and final slash. */
  readonly url: string
  readonly suffix: Format | null
}

/**
 * What a client may write for one and the same route (docs/api/rest-conventions.md §1.1): `/api/v1/…`, a final slash,
 * `.json` or `.xml` at the end of the path.
 */
export function toCanonicalUrl(sent: string): CanonicalUrl {
  const mark = sent.indexOf('?')
  const path = mark === -1 ? sent : sent.slice(0, mark)
  if (!/^\/api(\/|$)/i.test(path)) return { url: sent, suffix: null }
  const query = mark === -1 ? '' : sent.slice(mark)
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
 * Members of a query string: empty ones are absent, of repeated ones the last counts, `name[]` is a list
 * (docs/api/client-needs.md §4).
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [sent, value] of new URLSearchParams(text)) {
    const list = /^([^[\]]+)\[\w*\]$/.exec(sent)?.[1]
    const name = list ?? sent
    if (name === '' || value === '' || name === '__proto__') continue
    if (list === undefined) found[name] = value
    else found[name] = [...(Array.isArray(found[name]) ? (found[name] as unknown[]) : []), value]
  }
  return found
}
