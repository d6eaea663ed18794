import type { ComponentType } from 'react'
import type { RouteQueries } from './data/route-queries.ts'

export interface PageProps {
  /** Values of the path parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface PageRoute {
  /** `:name` is one part of an address. */
  readonly path: string
  /** `bare`: without rail and top bar. */
  readonly frame: 'app' | 'bare'
  readonly load: () => Promise<ComponentType<PageProps>>
  readonly reads: RouteQueries
}
