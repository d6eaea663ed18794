import type { ComponentType } from 'react'
import type { RouteQueries } from './data/route-queries.ts'
import type { IconName } from './design/icon.tsx'
import type { Texts } from './texts/en.ts'

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
  /** Its entry in the menu and in the tabs of its area: the account, the site, or the settings of a project. */
  readonly entry?: PageEntry
  /** Path of Tuleap that leads here; `:name` is a number. */
  readonly legacyPath?: string
}

export interface PageEntry {
  readonly title: (texts: Texts) => string
  readonly icon: IconName
  /** Shown only where the project uses this service. */
  readonly service?: 'plugin_svn'
}
