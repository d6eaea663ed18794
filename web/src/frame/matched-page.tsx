import { type ReactNode, useEffect, useState } from 'react'
import { prefetchQueries } from '../data/queries.ts'
import { Skeleton } from '../design/skeleton.tsx'
import { listRouteQueries, type MatchedRoute } from '../match-route.ts'
import { getLoadedPage, loadCode } from './prefetch-page.ts'

/**
 * Renders a page once its code is loaded. Not with `lazy`: React shows content after a fallback only after a third of a
 * second.
 */
export function MatchedPage({ here }: { readonly here: MatchedRoute }): ReactNode {
  const { route, params } = here
  const [problem, setProblem] = useState<Error | null>(null)
  const [, setLoaded] = useState<unknown>()
  const Page = getLoadedPage(route)
  const isMissing = Page === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data of the page is requested once, while its code loads
  useEffect(() => {
    if (!isMissing) return
    void prefetchQueries(listRouteQueries(here, location.search))
    loadCode(route).then(() => setLoaded(route), setProblem)
  }, [route, isMissing])
  // Handled like errors of the page itself: the frame stays.
  if (problem !== null) throw problem
  return Page === undefined ? <Skeleton /> : <Page params={params} />
}
