import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { type KnownTracker, listKnownTrackers } from '../../data/navigation.ts'
import type { Session } from '../../data/session.ts'
import type { IconName } from '../../design/icon.tsx'
import type { ShortcutId } from '../../design/shortcut-table.ts'
import { texts } from '../../texts/texts.ts'
import type { CurrentProject } from '../current-project.tsx'
import { accountNavigation, listProjectNavigation, siteNavigation } from '../navigation.ts'
import { buildProjectUrl } from '../project-url.ts'
import { buildRepositoriesUrl } from '../repository-urls.ts'

/** A page to go to. */
export interface Destination {
  readonly id: string
  readonly label: string
  /** Where it belongs. */
  readonly detail?: string
  readonly icon: IconName | null
  /** Of a tracker, instead of an icon. */
  readonly color?: string
  readonly keywords?: string
  readonly shortcut?: ShortcutId
  readonly href: string
  /** Shown before something is typed. */
  readonly isUsual?: boolean
}

interface DestinationInput {
  readonly session: Session | undefined
  readonly project: CurrentProject | null
  readonly shortname: string | null
  readonly isProjectAdministrator: boolean
  readonly usesSubversion: boolean
  readonly trackers: readonly KnownTracker[]
  readonly reports: readonly { readonly id: number; readonly label: string }[]
  readonly projects: readonly ProjectRepresentation[]
}

const words = texts.commands

/** Every page that the user may open, as far as this browser knows it; the nearest first. */
export function listDestinations(input: DestinationInput): readonly Destination[] {
  const { session, project, shortname, isProjectAdministrator, usesSubversion, trackers, reports, projects } = input
  const createDestination = (
    href: string,
    label: string,
    icon: IconName,
    more: Partial<Destination> = {},
  ): Destination => ({
    ...{ id: href, href, label, icon },
    ...more,
  })
  const createTrackerDestination = (tracker: KnownTracker, isUsual: boolean): Destination => ({
    ...{ id: `/trackers/${tracker.id}`, href: `/trackers/${tracker.id}`, label: tracker.label, icon: null, isUsual },
    ...{ color: tracker.color_name, detail: words.trackerOf(tracker.project.label) },
  })
  const knownTrackers = listKnownTrackers()
  const isSignedIn = session?.user != null
  const destinations: readonly Destination[] = [
    ...(isSignedIn ? [createDestination('/', texts.frame.home, 'list', { isUsual: true, shortcut: 'goHome' })] : []),
    ...(project === null
      ? []
      : [
          createDestination(
            buildProjectUrl({ id: project.id, shortname: shortname ?? String(project.id) }),
            project.label,
            'app',
            {
              isUsual: true,
              detail: texts.frame.thisProject,
              shortcut: 'goTrackers',
            },
          ),
        ]),
    ...trackers.map((tracker) => createTrackerDestination(tracker, true)),
    ...reports.map(({ id, label }) =>
      createDestination(`/reports/${id}`, label, 'list', { detail: words.report, keywords: words.reportWords }),
    ),
    ...(usesSubversion && shortname !== null
      ? [createDestination(buildRepositoriesUrl(shortname), texts.repository.title, 'branch', { keywords: 'svn' })]
      : []),
    createDestination('/projects', texts.frame.projects, 'folder', { isUsual: true, shortcut: 'goProjects' }),
    ...knownTrackers.map((tracker) => createTrackerDestination(tracker, false)),
    ...projects.map(({ id, label, shortname: name }) =>
      createDestination(buildProjectUrl({ id, shortname: name }), label, 'folder', {
        detail: words.project,
        keywords: name,
      }),
    ),
    ...(isProjectAdministrator && shortname !== null && project !== null
      ? listProjectNavigation(shortname, usesSubversion).map(({ href, title, icon }) =>
          createDestination(href, title, icon, {
            detail: words.settingsOf(project.label),
            keywords: words.settingsWords,
          }),
        )
      : []),
    ...(isSignedIn
      ? accountNavigation.map(({ href, title, icon }) =>
          createDestination(href, title, icon, { detail: texts.frame.account }),
        )
      : []),
    ...(session?.is_site_administrator
      ? siteNavigation.map(({ href, title, icon }) =>
          createDestination(href, title, icon, { detail: texts.site.title }),
        )
      : []),
  ]
  return [...new Map(destinations.toReversed().map((each) => [each.id, each])).values()].reverse()
}
