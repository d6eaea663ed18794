import type { ComponentType } from 'react'
import { prefetchQueries } from '../data/queries.ts'
import { listRouteQueries, type MatchedRoute } from '../match-route.ts'
import type { PageProps, PageRoute } from '../page.ts'

const loaded = new Map<PageRoute, ComponentType<PageProps>>()

/** The code of a page, if it is there. */
export const getLoadedPage = (route: PageRoute): ComponentType<PageProps> | undefined => loaded.get(route)

export async function loadCode(route: PageRoute): Promise<void> {
  if (!loaded.has(route)) loaded.set(route, await route.load())
}

/** Prefetches code and data of a page; errors are reported when it is shown. */
export async function prefetchPage(here: MatchedRoute, search: string): Promise<void> {
  await Promise.all([loadCode(here.route).catch(() => undefined), prefetchQueries(listRouteQueries(here, search))])
}
