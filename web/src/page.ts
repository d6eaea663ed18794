import type { ComponentType } from 'react'
import type { FirstReads } from './data/first-reads.ts'

export interface PageProps {
  /** What stands for the named parts of the path. */
  readonly params: Readonly<Record<string, string>>
}

export interface PageRoute {
  /** `:name` is one part of an address. */
  readonly path: string
  /** `bare`: without rail and top bar. */
  readonly frame: 'app' | 'bare'
  readonly load: () => Promise<ComponentType<PageProps>>
  readonly reads: FirstReads
}
