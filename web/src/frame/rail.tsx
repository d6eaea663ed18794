import { memo, type ReactNode } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { MinimalTrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { useProject } from '../data/projects.ts'
import { useList } from '../data/queries.ts'
import { railQuery } from '../data/route-queries.ts'
import type { Session } from '../data/session.ts'
import { useSubversionService } from '../data/svn.ts'
import { ColorMark } from '../design/badge.tsx'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { Link } from '../design/link.tsx'
import { decodePath } from '../match-route.ts'
import { texts } from '../texts/texts.ts'
import { type CurrentProject, useCurrentProject } from './current-project.tsx'
import { type NavigationItem, projectNavigation, siteNavigation } from './navigation.ts'
import styles from './rail.module.css'
import { buildRepositoriesUrl } from './repository-urls.ts'

/** Navigation: general, current project, and site. */
export const Rail = memo(
  ({ session }: { readonly session: Session | undefined }): ReactNode => (
    <nav aria-label={texts.frame.rail} className={styles.rail}>
      <ul>
        {session?.user && <PlaceLink place={{ href: '/', title: texts.frame.home, icon: 'list' }} />}
        <PlaceLink place={{ href: '/projects', title: texts.frame.projects, icon: 'folder' }} />
      </ul>
      <PlacesInView />
      {session?.is_site_administrator && siteNavigation.length > 0 && (
        <Group title={texts.site.title} isApart>
          {siteNavigation.map((place) => (
            <PlaceLink key={place.href} place={place} />
          ))}
        </Group>
      )}
    </nav>
  ),
)

function PlacesInView(): ReactNode {
  const project = useCurrentProject()
  return project === null ? null : <ProjectPlaces project={project} />
}

function ProjectPlaces({ project }: { readonly project: CurrentProject }): ReactNode {
  const { path, query } = railQuery(project.id)
  const trackers = useList<MinimalTrackerRepresentation>(path, query)
  const { isAdministrator, shortname } = useProject(project.id, { isWanted: project.shortname === null })
  const usesSubversion = useSubversionService(project.id)?.is_enabled === true
  const known = project.shortname ?? shortname
  return (
    <>
      <Group title={project.label}>
        {known && <PlaceLink place={{ href: `/projects/${known}`, title: texts.frame.thisProject, icon: 'app' }} />}
        {trackers.data?.items.map(({ id, label, color_name }) => (
          <PlaceLink
            key={id}
            place={{ href: `/trackers/${id}`, title: label }}
            mark={<ColorMark color={color_name} />}
          />
        ))}
        {usesSubversion && known && (
          <PlaceLink place={{ href: buildRepositoriesUrl(known), title: texts.repository.title, icon: 'branch' }} />
        )}
      </Group>
      {isAdministrator && known && !trackers.isPending && projectNavigation.length > 0 && (
        <Group title={texts.frame.administration}>
          {projectNavigation
            .map((placeOf) => placeOf(known))
            .filter(({ service }) => service === undefined || usesSubversion)
            .map((place) => (
              <PlaceLink key={place.href} place={place} />
            ))}
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  readonly title: string
  /** Placed at the end of the rail. */
  readonly isApart?: boolean
  readonly children: ReactNode
}

const Group = ({ title, isApart = false, children }: GroupProps): ReactNode => (
  <section className={joinClasses(styles.group, isApart && styles.apart)}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)

interface PlaceLinkProps {
  readonly place: Omit<NavigationItem, 'icon'> & Partial<Pick<NavigationItem, 'icon'>>
  readonly mark?: ReactNode
}

function PlaceLink({ place: { href, title, icon }, mark }: PlaceLinkProps): ReactNode {
  // Not the address itself: a place renders again when one comes to it or leaves it.
  const isHere = useLocationProperty(() => decodePath(location) === href)
  return (
    <li>
      <Link
        href={href}
        className={joinClasses(styles.place, isHere && styles.here)}
        aria-current={isHere ? 'page' : undefined}
      >
        {icon ? <Icon name={icon} /> : <span className={styles.mark}>{mark}</span>}
        <span>{title}</span>
      </Link>
    </li>
  )
}
