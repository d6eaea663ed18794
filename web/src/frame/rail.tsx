import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { useChanges } from '../data/live.ts'
import { type NavigationProject, useNavigation, useOwnCounts } from '../data/navigation.ts'
import { renewNavigation } from '../data/queries.ts'
import type { Session } from '../data/session.ts'
import { ColorMark } from '../design/badge.tsx'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { Link } from '../design/link.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { decodePath } from '../match-route.ts'
import { pageLocale } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'
import { type CurrentProject, useCurrentProject } from './current-project.tsx'
import { listProjectNavigation, listTrackerNavigation, type NavigationItem, siteNavigation } from './navigation.ts'
import { ProjectSwitch } from './project-switch.tsx'
import { buildProjectUrl } from './project-url.ts'
import styles from './rail.module.css'
import { buildRepositoriesUrl } from './repository-urls.ts'

const words = texts.frame

/** Navigation: general, current project, and site. Administration has its own places, and one way there and back. */
export const Rail = memo(({ session }: { readonly session: Session | undefined }): ReactNode => {
  const own = useOwnCounts()
  const isInSite = useLocationProperty(() => /^\/site(\/|$)/i.test(location.pathname))
  const isSiteAdministrator = session?.is_site_administrator === true
  return (
    <nav aria-label={words.rail} className={styles.rail}>
      <ul>
        {session?.user && (
          <>
            <PlaceLink
              place={{ href: '/', title: words.home, icon: 'list' }}
              count={own?.assigned_count}
              countLabel={words.nOpen}
            />
            {/* The bar has a bell where there is room for it. */}
            <PlaceLink
              place={{ href: '/?show=inbox', title: texts.myWork.inbox, icon: 'bell' }}
              count={own?.unread_count}
              countLabel={words.nUnread}
              isOnPhone
            />
          </>
        )}
        <PlaceLink place={{ href: '/projects', title: words.projects, icon: 'folder' }} />
      </ul>
      {isInSite ? (
        isSiteAdministrator && (
          <Group title={texts.site.title}>
            {siteNavigation.map((place) => (
              <PlaceLink key={place.href} place={place} hasPages />
            ))}
          </Group>
        )
      ) : (
        <PlacesInView />
      )}
      {isSiteAdministrator && !isInSite && <SitePlace />}
    </nav>
  )
})

/** Below the settings of a project, if there is one. */
const SitePlace = (): ReactNode => (
  <ul className={styles.apart}>
    <PlaceLink place={{ href: '/site/users', title: texts.site.title, icon: 'shield' }} />
  </ul>
)

function PlacesInView(): ReactNode {
  const project = useCurrentProject()
  return project === null ? null : <ProjectPlaces key={project.id} current={project} />
}

function ProjectPlaces({ current }: { readonly current: CurrentProject }): ReactNode {
  const project = useNavigation(current.id).data?.project ?? null
  const isInSettings = useLocationProperty(() => /^\/projects\/[^/]+\/admin(\/|$)/i.test(location.pathname))
  const administeredTracker = useLocationProperty(() => {
    const [, id] = /^\/trackers\/(\d+)\/admin(\/|$)/i.exec(location.pathname) ?? []
    return id === undefined ? null : Number(id)
  })
  useLiveCounts(current.id)
  const shortname = current.shortname ?? project?.shortname ?? String(current.id)
  const overview = buildProjectUrl({ id: current.id, shortname })
  if (isInSettings && project?.is_administrator) return <Settings project={project} />
  const administered = project?.trackers.find(({ id }) => id === administeredTracker)
  if (administered?.can_update) return <TrackerSettings tracker={administered} />
  return (
    <>
      <Group title={<ProjectSwitch>{current.label}</ProjectSwitch>}>
        <PlaceLink place={{ href: overview, title: words.thisProject, icon: 'app' }} />
        {project?.trackers.map(({ id, label, color_name, open }) => (
          <PlaceLink
            key={id}
            place={{ href: `/trackers/${id}`, title: label }}
            mark={<ColorMark color={color_name} />}
            count={open}
            countLabel={words.nOpen}
            isAround={current.tracker === id}
          />
        ))}
        {project && usesSubversion(project) && (
          <PlaceLink
            place={{ href: buildRepositoriesUrl(project.shortname), title: texts.repository.title, icon: 'branch' }}
            hasPages
          />
        )}
      </Group>
      {project !== null && project.reports.length > 0 && (
        <Group title={words.ownReports}>
          {project.reports.map(({ id, tracker_id, label }) => (
            <PlaceLink
              key={id}
              place={{ href: `/trackers/${tracker_id}?report=${id}`, title: label, icon: 'bookmark' }}
            />
          ))}
        </Group>
      )}
      {project?.can_update && (
        <ul className={styles.apart}>
          <PlaceLink
            place={{ href: `/projects/${shortname}/admin/general`, title: words.projectSettings, icon: 'settings' }}
          />
        </ul>
      )}
    </>
  )
}

const usesSubversion = ({ services }: NavigationProject): boolean =>
  services.some(({ name, is_enabled }) => name === 'plugin_svn' && is_enabled)

/** The pages of a project's administration. */
const Settings = ({ project }: { readonly project: NavigationProject }): ReactNode => (
  <>
    <ul>
      <PlaceLink place={{ href: buildProjectUrl(project), title: project.label, icon: 'chevron-left' }} />
    </ul>
    <Group title={words.projectSettings}>
      {listProjectNavigation(project.shortname, usesSubversion(project)).map((place) => (
        <PlaceLink key={place.href} place={place} hasPages />
      ))}
    </Group>
  </>
)

/** The pages of a tracker's administration. */
const TrackerSettings = ({
  tracker: { id, label },
}: {
  readonly tracker: Pick<NavigationProject['trackers'][number], 'id' | 'label'>
}): ReactNode => (
  <>
    <ul>
      <PlaceLink place={{ href: `/trackers/${id}`, title: label, icon: 'chevron-left' }} />
    </ul>
    <Group title={texts.trackerAdmin.title}>
      {listTrackerNavigation(id).map((place) => (
        <PlaceLink key={place.href} place={place} hasPages />
      ))}
    </Group>
  </>
)

/** Changes come in groups: the counts are read once for them. */
const pauseMs = 3000

/** Reads the counts again after changes in the project. */
function useLiveCounts(project: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useChanges(project, (change) => {
    if (change !== 'unknown' && change.kind === 'ranked') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void renewNavigation()
    }, pauseMs)
  })
}

interface GroupProps {
  readonly title: ReactNode
  readonly children: ReactNode
}

const Group = ({ title, children }: GroupProps): ReactNode => (
  <section className={styles.group}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)

interface PlaceLinkProps {
  readonly place: Omit<NavigationItem, 'icon'> & Partial<Pick<NavigationItem, 'icon'>>
  readonly mark?: ReactNode
  /** Shown unless it is 0. */
  readonly count?: number | undefined
  /** For screen readers. */
  readonly countLabel?: (count: number) => string
  /** The page in view belongs to it. */
  readonly isAround?: boolean
  /** The pages below its path belong to it. */
  readonly hasPages?: boolean
  readonly isOnPhone?: boolean
}

function PlaceLink({ place: { href, title, icon }, mark, count, countLabel, ...is }: PlaceLinkProps): ReactNode {
  // Not the address itself: a place renders again when one comes to it or leaves it.
  const isHere = useLocationProperty(() => isAt(href))
  const isBelow = useLocationProperty(() => is.hasPages === true && decodePath(location).startsWith(`${href}/`))
  const isMarked = isHere || is.isAround || isBelow
  return (
    <li className={joinClasses(is.isOnPhone && styles.onPhone)}>
      <Link
        href={href}
        className={joinClasses(styles.place, isMarked && styles.here)}
        aria-current={isHere ? 'page' : isMarked ? 'true' : undefined}
      >
        {icon ? <Icon name={icon} /> : <span className={styles.mark}>{mark}</span>}
        <span className={styles.title}>{title}</span>{' '}
        {count !== undefined && count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{formatCount(count)}</span>
            {countLabel && <VisuallyHidden>{countLabel(count)}</VisuallyHidden>}
          </span>
        )}
      </Link>
    </li>
  )
}

/**
 * Parameters of the list of a tracker are no other place; a place with parameters needs all of them. The inbox is one
 * only where there is no bell.
 */
function isAt(href: string): boolean {
  const [path, query] = href.split('?')
  if (decodePath(location) !== path) return false
  const here = new URLSearchParams(location.search)
  if (query === undefined) return !here.has('report') && (here.get('show') !== 'inbox' || innerWidth >= 900)
  return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
}

const maxCount = 9999
/** The formats of the browser take time: most counts have no separators. */
const formatCount = (count: number): string =>
  count < 1000 ? String(count) : Math.min(count, maxCount).toLocaleString(pageLocale) + (count > maxCount ? '+' : '')
