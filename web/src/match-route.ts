import type { PrefetchQuery } from './data/prefetch-query.ts'
import type { View } from './data/route-queries.ts'
import type { PageProps, PageRoute } from './page.ts'
import { routes } from './routes.ts'

export interface MatchedRoute {
  readonly route: PageRoute
  readonly params: PageProps['params']
}

/** The source of an expression for the paths of a page, without regard to case; `part` is one for a named part. */
export const buildPathPattern = (path: string, part = '[^/]+'): string =>
  `^${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, `(?<$1>${part})`)}/?$`

const patterns = routes.map((route) => ({ route, pattern: new RegExp(buildPathPattern(route.path), 'i') }))

/** The first page that fits a path. */
export function matchRoute(path: string): MatchedRoute | undefined {
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match !== null) return { route, params: { ...match.groups } }
  }
  return undefined
}

/** Queries of the page. */
export const listRouteQueries = (here: MatchedRoute, search: string, view = viewOf(here)): readonly PrefetchQuery[] =>
  here.route.reads(here.params, new URLSearchParams(search), view)

/** As the router reads an address. */
export function decodePath({ pathname }: { readonly pathname: string }): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** The page that the browser opened. */
const opened = typeof location === 'undefined' ? undefined : matchRoute(decodePath(location))

const viewOf = ({ route, params }: MatchedRoute): View =>
  route === opened?.route && JSON.stringify(params) === JSON.stringify(opened.params) ? 'first' : 'later'
