import { Refusal } from '../../kit/messages/refusal.ts'
import type { AnyRoute, Method } from '../declarations/route.ts'
import { allowHeaders } from '../requests/headers.ts'

/**
 * Returns the refusal for an unknown URL (docs/api/rest-conventions.md §1.4): another method on a static path is 405,
 * on a path with an id 404.
 */
export function createUnknownRouteError(url: string, methods: ReadonlyMap<string, readonly string[]>): Refusal {
  const path = (url.split('?')[0] ?? '').toLowerCase()
  if (/^\/api\/v2(\/|$)/.test(path)) return new Refusal('absent', 'Version 2 is not supported')
  const allowed = path.startsWith('/api/') ? methods.get(path.slice(4)) : undefined
  return allowed === undefined
    ? new Refusal('absent')
    : new Refusal('method-not-allowed', '', { headers: allowHeaders(allowed) })
}

const order: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Returns the methods of each pattern. Patterns are compared case-insensitively, as they are routed, except for the
 * names of parameters. The methods of Tulipwood extensions follow those of Tuleap (docs/api/rest-conventions.md §1.5).
 */
export function groupMethodsByPattern(routes: readonly AnyRoute[]): Map<string, Method[]> {
  const methodsByPattern = new Map<string, Method[]>()
  const rank = ({ isExtension = false, isListedLast = false, method }: AnyRoute) =>
    order.indexOf(method) + order.length * (Number(isListedLast) + 2 * Number(isExtension))
  for (const { url, method } of [...routes].sort((a, b) => rank(a) - rank(b))) {
    const key = url.toLowerCase()
    methodsByPattern.set(key, [...(methodsByPattern.get(key) ?? []), method])
  }
  // A collection that cannot be listed is still a known URL (docs/api/trackers.md §1, OPTIONS /trackers).
  for (const pattern of [...methodsByPattern.keys()]) {
    const collection = /^(\/\w+)\/:id$/.exec(pattern)?.[1]
    if (collection !== undefined && !methodsByPattern.has(collection)) methodsByPattern.set(collection, [])
  }
  return methodsByPattern
}
