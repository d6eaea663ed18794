import type { ComponentType } from 'react'
import { readAhead } from '../data/queries.ts'
import type { PageProps, PageRoute } from '../page.ts'
import { type Here, readsAt } from '../route-at.ts'

const loaded = new Map<PageRoute, ComponentType<PageProps>>()

/** The code of a page, if it is there. */
export const codeOf = (route: PageRoute): ComponentType<PageProps> | undefined => loaded.get(route)

export async function loadCode(route: PageRoute): Promise<void> {
  if (!loaded.has(route)) loaded.set(route, await route.load())
}

/** Brings what a page shows first; what goes wrong is told when it is shown. */
export async function prepare(here: Here, search: string): Promise<void> {
  await Promise.all([loadCode(here.route).catch(() => undefined), readAhead(readsAt(here, search))])
}
