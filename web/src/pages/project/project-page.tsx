import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { UserRepresentation } from '../../../../src/site/representations/user.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useIsAdministrator, useProjectNamed } from '../../data/projects.ts'
import { useList } from '../../data/queries.ts'
import { trackerListQuery } from '../../data/route-queries.ts'
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
import styles from './project-page.module.css'

const words = texts.projects

/** Trackers, repositories and members of a project. */
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
          {usesSubversion && <Repositories project={project} />}
        </div>
        <div>
          {isAdministrator && <Members project={project} />}
          {project.additional_fields.length > 0 && <Details project={project} />}
        </div>
      </div>
    </>
  )
}

function Trackers({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const { path, query } = trackerListQuery(project.id)
  const trackers = useList<TrackerRepresentation>(path, query)
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
                <li key={tracker.id}>
                  <ColorMark color={tracker.color_name} />
                  <div>
                    <p className={styles.name}>
                      <Link href={`/trackers/${tracker.id}`}>{tracker.label}</Link>
                      <span>{tracker.item_name}</span>
                    </p>
                    {tracker.description !== '' && <p className={styles.about}>{tracker.description}</p>}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

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

function Members({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const members = useList<UserRepresentation>(`/user_groups/${project.id}_3/users`, { limit: 50 })
  const administrators = useList<UserRepresentation>(`/user_groups/${project.id}_4/users`, { limit: 50 })
  const leading = new Set(administrators.data?.items.map(({ id }) => id))
  return (
    <Section title={words.members}>
      <Loaded from={members} skeleton={<Skeleton shape="lines" />}>
        {({ items }) => (
          <ul className={styles.members}>
            {items.map((user) => (
              <li key={user.id}>
                <UserBadge user={user} />
                {leading.has(user.id) && <span>{words.administrator}</span>}
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
