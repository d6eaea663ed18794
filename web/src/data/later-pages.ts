import { notifyManager, QueriesObserver, type QueryKey } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ListResult } from './client.ts'
import { queryCache } from './queries.ts'
import { artifactPageSize } from './route-queries.ts'

type ArtifactPage = ListResult<ArtifactRepresentation>

interface PageQuery {
  readonly queryKey: QueryKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<ArtifactPage>
}

/** Rows of a list, by the numbers of the first and the last one. */
export type RowRange = readonly [first: number, last: number]

/** The pages of a list of artifacts after its first one. */
interface LaterPages {
  /** Loads the pages of these rows, and no others any more. */
  readonly show: (ranges: readonly RowRange[]) => void
  /** Pages are only loaded while there is a listener; it is called when one arrives or changes. */
  readonly subscribe: (listener: () => void) => () => void
  /** Another value whenever a page is different, also before there is a listener. */
  readonly getSnapshot: () => unknown
  readonly getPage: (page: number) => ArtifactPage | undefined
  readonly listPages: () => readonly (readonly [page: number, content: ArtifactPage])[]
}

/**
 * Creates them outside of components: a page that arrives while the list is scrolled renders the rows alone, and none
 * of them if it comes before them.
 */
export function createLaterPages(queryOf: (page: number) => PageQuery): LaterPages {
  const observer = new QueriesObserver(queryCache, [])
  let pages: readonly number[] = []
  const getPage = (page: number): ArtifactPage | undefined =>
    // Types of answers are those that their address decides. Pages that are not shown have the place -1.
    observer.getCurrentResult()[pages.indexOf(page)]?.data as ArtifactPage | undefined
  return {
    show(ranges) {
      const next = findPages(ranges)
      if (next.join() === pages.join()) return
      pages = next
      observer.setQueries(pages.map((page) => ({ ...queryOf(page), notifyOnChangeProps: ['data'] })))
    },
    subscribe: (listener) => observer.subscribe(notifyManager.batchCalls(listener)),
    getSnapshot: () => observer.getCurrentResult(),
    getPage,
    listPages: () =>
      pages.flatMap((page) => {
        const content = getPage(page)
        return content === undefined ? [] : [[page, content] as const]
      }),
  }
}

/** The pages of these rows but the first one, each once. */
function findPages(ranges: readonly RowRange[]): readonly number[] {
  const pages = ranges.flatMap(([first, last]) => {
    const start = Math.max(1, Math.floor(first / artifactPageSize))
    const end = Math.floor(last / artifactPageSize)
    return Array.from({ length: Math.max(0, end - start + 1) }, (_, n) => start + n)
  })
  return [...new Set(pages)]
}
