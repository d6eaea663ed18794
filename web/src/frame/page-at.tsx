import { type ReactNode, useEffect, useState } from 'react'
import { readAhead } from '../data/queries.ts'
import { Skeleton } from '../design/skeleton.tsx'
import { type Here, readsAt } from '../route-at.ts'
import { codeOf, loadCode } from './prepare.ts'

/**
 * A page, as soon as its code is there. Not with `lazy`: what follows on a fallback React shows a third of a second
 * later at the earliest.
 */
export function PageAt({ here }: { readonly here: Here }): ReactNode {
  const { route, params } = here
  const [problem, setProblem] = useState<Error | null>(null)
  const [, setLoaded] = useState<unknown>()
  const Page = codeOf(route)
  const isMissing = Page === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page reads is asked for once, beside its code
  useEffect(() => {
    if (!isMissing) return
    void readAhead(readsAt(here, location.search))
    loadCode(route).then(() => setLoaded(route), setProblem)
  }, [route, isMissing])
  // As what a page throws: the rest is left standing.
  if (problem !== null) throw problem
  return Page === undefined ? <Skeleton /> : <Page params={params} />
}
