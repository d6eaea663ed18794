import { buildApiUrl } from './data/api-url.ts'
import { buildPathPattern } from './match-route.ts'
import type { PageRoute } from './page.ts'
import { routes } from './routes.ts'

/** Returns the pages for the server (src/app/pages/serve-pages.ts); the build writes them to a file. */
export const listServedPages = (): readonly ServedPage[] => routes.flatMap(pagesOf)

export interface ServedPage {
  /** Of its path, see `buildPathPattern`. */
  readonly pattern: string
  /** Addresses: `{name}` stands for the part of the path that is called so. */
  readonly reads: readonly string[]
  /** Pattern of a path that leads to another one, in which `:name` stands for the part that is called so. */
  readonly redirect?: { readonly pattern: string; readonly to: string }
}

/** A page as the server knows it; once more, ahead, for paths with numbers, where those lead to other reads. */
function pagesOf(route: PageRoute): readonly ServedPage[] {
  // What no encoding changes.
  const [ofWords, ofNumbers] = [readsOf(route, (part) => `__${part}__`), readsOf(route, (part) => `900000000${part}`)]
  const isSame = JSON.stringify(ofWords) === JSON.stringify(ofNumbers)
  return [
    ...(isSame ? [] : [{ pattern: buildPathPattern(route.path, '\\d+'), reads: ofNumbers }]),
    { pattern: buildPathPattern(route.path), reads: ofWords, ...redirectTo(route) },
  ]
}

const redirectTo = ({ path: to, legacyPath }: PageRoute): Pick<ServedPage, 'redirect'> =>
  legacyPath === undefined ? {} : { redirect: { pattern: buildPathPattern(legacyPath, '\\d{1,15}'), to } }

/** What a page reads first; for the parts of its path stand what `standIn` makes of their places. */
function readsOf({ path, reads }: PageRoute, standIn: (part: number) => string): readonly string[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const params = Object.fromEntries(names.map((name, part) => [name, standIn(part)]))
  return reads(params, new URLSearchParams(), 'first').map((read) =>
    names.reduce(
      (address, name, part) => address.replaceAll(standIn(part), `{${name}}`),
      buildApiUrl(read.path, read.query),
    ),
  )
}
