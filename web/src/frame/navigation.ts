import type { IconName } from '../design/icon.tsx'
import type { PageEntry } from '../page.ts'
import { routes } from '../routes.ts'
import { texts } from '../texts/texts.ts'

export interface NavigationItem {
  readonly href: string
  readonly title: string
  readonly icon: IconName
  /** Shown only where the project uses this service. */
  readonly service?: PageEntry['service']
}

/** Returns the entries of the pages whose paths begin so. */
const listEntries = (area: string): readonly NavigationItem[] =>
  routes.flatMap(({ path, entry }) =>
    entry !== undefined && path.startsWith(area) ? [{ ...entry, href: path, title: entry.title(texts) }] : [],
  )

/** Pages of one's own account, in the account menu. */
export const accountNavigation = listEntries('/account/')

/** Site administration pages, in the rail of site administrators. */
export const siteNavigation = listEntries('/site/')

const trackerEntries = listEntries('/trackers/:id/admin/')

/** Returns the pages of a tracker's administration, in the rail of its administrators. */
export const listTrackerNavigation = (id: number): readonly NavigationItem[] =>
  trackerEntries.map((entry) => ({ ...entry, href: entry.href.replace(':id', String(id)) }))

const projectEntries = listEntries('/projects/:shortname/admin/')

/** Returns the pages of a project's administration that its services have, in the rail of its administrators. */
export const listProjectNavigation = (shortname: string, usesSubversion: boolean): readonly NavigationItem[] =>
  projectEntries
    .filter(({ service }) => service === undefined || usesSubversion)
    .map(({ href, ...entry }) => ({ ...entry, href: href.replace(':shortname', () => shortname) }))
