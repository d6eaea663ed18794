import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { ProjectMemberRepresentation } from '../../../../src/projects/representations/project-member.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useIsAdministrator, useProjectNamed } from '../../data/projects.ts'
import { useList, useResource } from '../../data/queries.ts'
import { trackerCountsQuery, trackerListQuery } from '../../data/route-queries.ts'
import { useRepositories, useSubversionService } from '../../data/svn.ts'
import { ColorMark } from '../../design/badge.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import { buildRepositoriesUrl, buildRepositoryUrls } from '../../frame/repository-urls.ts'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { ProjectActivity } from './activity.tsx'
import styles from './project-page.module.css'
import { OpenCount, type TrackerCount } from './tracker-counts.tsx'

const words = texts.projects

/** Trackers with their open artifacts, activity, repositories and members of a project. */
export function ProjectPage({ params }: PageProps): ReactNode {
  const found = useProjectNamed(params['shortname'] ?? '')
  const project = found.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={found}>
      {() => (project === undefined ? <NotFound /> : <Overview project={project} />)}
    </QueryResult>
  )
}

interface MembersProps {
  readonly project: ProjectRepresentation
  readonly isAdministrator: boolean
}

function Overview({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const isAdministrator = useIsAdministrator(project.id)
  const usesSubversion = useSubversionService(project.id)?.is_enabled ?? false
  return (
    <>
      <PageHead title={project.label} path={[{ title: words.title, href: '/projects' }]}>
        {project.description !== '' && <p>{project.description}</p>}
        <p className={styles.facts}>
          <span>{project.shortname}</span>
          <span>
            <Icon name={project.access.startsWith('private') ? 'lock' : 'globe'} />
            {words.access[project.access]}
          </span>
        </p>
      </PageHead>
      <div className={styles.columns}>
        <div>
          <Trackers project={project} />
          <ProjectActivity project={project.id} />
          {usesSubversion && <Repositories project={project} />}
        </div>
        <div>
          {(project.is_member_of || isAdministrator) && <Members {...{ project, isAdministrator }} />}
          {project.additional_fields.length > 0 && <Details project={project} />}
        </div>
      </div>
    </>
  )
}

function Trackers({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const { path, query } = trackerListQuery(project.id)
  const trackers = useList<TrackerRepresentation>(path, query)
  const { data: counts } = useResource<readonly TrackerCount[]>(trackerCountsQuery(project.id).path)
  const countOf = (tracker: number) => counts?.find(({ tracker_id }) => tracker_id === tracker)
  return (
    <Section title={words.trackers}>
      <Loaded from={trackers} skeleton={<Skeleton shape="rows" rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="list" title={words.noTrackers}>
              {words.noTrackersText}
            </EmptyState>
          ) : (
            <ul className={styles.trackers}>
              {items.map((tracker) => (
                <TrackerRow key={tracker.id} tracker={tracker} count={countOf(tracker.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

interface TrackerRowProps {
  readonly tracker: TrackerRepresentation
  /** undefined: not loaded yet. */
  readonly count: TrackerCount | undefined
}

const TrackerRow = ({ tracker, count }: TrackerRowProps): ReactNode => (
  <li className={styles.tracker}>
    <ColorMark color={tracker.color_name} />
    <div>
      <p className={styles.name}>
        <Link href={`/trackers/${tracker.id}`}>{tracker.label}</Link>
        <span>{tracker.item_name}</span>
      </p>
      {tracker.description !== '' && <p className={styles.about}>{tracker.description}</p>}
    </div>
    <div className={styles.counts}>{count && <OpenCount {...count} />}</div>
  </li>
)

/** The first few, and the way to all of them. */
function Repositories({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const repositories = useRepositories(project.id, { limit: 10, offset: 0 })
  return (
    <Section
      title={texts.repository.heading}
      actions={<Link href={buildRepositoriesUrl(project.shortname)}>{texts.repository.all}</Link>}
    >
      <Loaded from={repositories} skeleton={<Skeleton shape="rows" rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={texts.repository.none}>{texts.repository.noneText}</EmptyState>
          ) : (
            <ul className={styles.trackers}>
              {items.map(({ id, name }) => (
                <li key={id}>
                  <Icon name="branch" />
                  <p className={styles.name}>
                    <Link href={buildRepositoryUrls(project.shortname, name).files({ path: '/', rev: undefined })}>
                      {name}
                    </Link>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

/** The first fifty; administrators find all of them on the page of members. */
function Members({ project, isAdministrator }: MembersProps): ReactNode {
  const members = useList<ProjectMemberRepresentation>(`/projects/${project.id}/members`, { limit: 50 })
  const total = members.data?.total
  return (
    <Section
      title={words.members}
      hint={total === undefined ? undefined : words.nMembers(total)}
      actions={
        isAdministrator && <Link href={`/projects/${project.shortname}/admin/members`}>{words.manageMembers}</Link>
      }
    >
      <Loaded from={members} skeleton={<Skeleton shape="lines" />}>
        {({ items }) => (
          <ul className={styles.members}>
            {items.map((user) => (
              <li key={user.id}>
                <UserBadge user={user} />
                {user.is_administrator && <span>{words.administrator}</span>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const Details = ({ project }: { readonly project: ProjectRepresentation }): ReactNode => (
  <Section title={words.details}>
    <dl className={styles.details}>
      {project.additional_fields.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
