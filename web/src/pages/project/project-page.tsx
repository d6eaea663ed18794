import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { UserRepresentation } from '../../../../src/platform/representations/user.ts'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useAdministers, useProjectNamed } from '../../data/projects.ts'
import { useList } from '../../data/queries.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Empty } from '../../design/empty.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Person } from '../../design/person.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Found } from '../../frame/found.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { useInProject } from '../../frame/project-in-view.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './project-page.module.css'

const words = texts.projects

/** What a project holds and who works in it. */
export function ProjectPage({ params }: PageProps): ReactNode {
  const found = useProjectNamed(params['shortname'] ?? '')
  const project = found.data?.items[0]
  useInProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return <Found from={found}>{() => (project === undefined ? <NotFound /> : <Overview project={project} />)}</Found>
}

function Overview({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const isAdministrator = useAdministers(project.id)
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
        <Trackers project={project} />
        <div>
          {isAdministrator && <Members project={project} />}
          {project.additional_fields.length > 0 && <Details project={project} />}
        </div>
      </div>
    </>
  )
}

function Trackers({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const trackers = useList<TrackerRepresentation>(`/projects/${project.id}/trackers`, { limit: 50 })
  return (
    <Section title={words.trackers}>
      <Loaded from={trackers} skeleton={<Skeleton shape="rows" rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="list" title={words.noTrackers}>
              {words.noTrackersText}
            </Empty>
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
                <Person user={user} />
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
