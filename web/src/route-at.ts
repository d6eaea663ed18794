import type { FirstRead } from './data/first-read.ts'
import type { PageProps, PageRoute } from './page.ts'
import { routes } from './routes.ts'

export interface Here {
  readonly route: PageRoute
  readonly params: PageProps['params']
}

/** The source of an expression for the paths of a page, without regard to case; `part` is one for a named part. */
export const patternOf = (path: string, part = '[^/]+'): string =>
  `^${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, `(?<$1>${part})`)}/?$`

const patterns = routes.map((route) => ({ route, pattern: new RegExp(patternOf(route.path), 'i') }))

/** The first page that fits a path. */
export function routeAt(path: string): Here | undefined {
  for (const { route, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found !== null) return { route, params: { ...found.groups } }
  }
  return undefined
}

/** What the page there reads first. */
export const readsAt = ({ route, params }: Here, search: string): readonly FirstRead[] =>
  route.reads(params, new URLSearchParams(search))

/** As the router reads an address. */
export function pathOf({ pathname }: { readonly pathname: string }): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
