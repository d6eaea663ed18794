import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ProjectMemberRepresentation } from '../../../../src/projects/representations/project-member.ts'
import type { NavigationProject } from '../../data/navigation.ts'
import { useProjectNamed } from '../../data/projects.ts'
import { useList } from '../../data/queries.ts'
import { memberListQuery } from '../../data/route-queries.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
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
import { LateArtifacts } from './late-artifacts.tsx'
import styles from './project-page.module.css'
import { OpenCount } from './tracker-counts.tsx'
import { WaysToBegin } from './ways-to-begin.tsx'

const TrackerChooser = lazy(() =>
  import('../../frame/tracker-chooser.tsx').then((file) => ({ default: file.TrackerChooser })),
)

const words = texts.projects

/** Trackers with their open artifacts, activity, what is late, members and repositories of a project. */
export function ProjectPage({ params }: PageProps): ReactNode {
  const projectQuery = useProjectNamed(params['shortname'] ?? '')
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={projectQuery}>
      {() =>
        project === undefined ? <NotFound /> : <Overview {...{ project, isKnown: !projectQuery.isPlaceholderData }} />
      }
    </QueryResult>
  )
}

interface OverviewProps {
  readonly project: NavigationProject
  /** Whether its places are known, or only the project. */
  readonly isKnown: boolean
}

function Overview({ project, isKnown }: OverviewProps): ReactNode {
  const showsMembers = project.is_member_of || project.is_administrator
  return (
    <>
      <PageHead
        title={project.label}
        path={[{ title: words.title, href: '/projects' }]}
        actions={<Actions project={project} />}
      >
        {project.description !== '' && <p>{project.description}</p>}
      </PageHead>
      <div className={styles.columns} data-narrow>
        <div>
          <Trackers project={project} isKnown={isKnown} />
          {(project.trackers.length > 0 || project.repositories.length > 0) && (
            <ProjectActivity project={project.id} shortname={project.shortname} />
          )}
        </div>
        <div>
          {project.trackers.length > 0 && <LateArtifacts project={project.id} />}
          {showsMembers && <Members project={project} />}
          {project.repositories.length > 0 && <Repositories project={project} />}
          {project.additional_fields.length > 0 && <Details project={project} />}
        </div>
      </div>
    </>
  )
}

function Actions({ project }: { readonly project: NavigationProject }): ReactNode {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <span className={styles.access}>
        <Icon name={project.access.startsWith('private') ? 'lock' : 'globe'} />
        {words.access[project.access]}
      </span>
      {project.can_update && (
        <LinkButton icon="user" href={`/projects/${project.shortname}/admin/members`}>
          {words.invite}
        </LinkButton>
      )}
      {project.is_member_of && project.trackers.length > 0 && (
        <Button kind="primary" icon="plus" onPress={() => setChoosing(true)}>
          {words.create}
        </Button>
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <TrackerChooser project={project.id} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Trackers({ project, isKnown }: OverviewProps): ReactNode {
  const { trackers, can_update: canUpdate } = project
  return (
    <Section title={words.trackers}>
      {!isKnown ? (
        <Skeleton shape="rows" rows={4} />
      ) : trackers.length > 0 ? (
        <ul className={styles.trackers}>
          {trackers.map((tracker) => (
            <TrackerRow key={tracker.id} tracker={tracker} />
          ))}
        </ul>
      ) : canUpdate ? (
        <WaysToBegin project={project} />
      ) : (
        <EmptyState icon="list" title={words.noTrackers}>
          {words.noTrackersText}
        </EmptyState>
      )}
    </Section>
  )
}

const TrackerRow = ({ tracker }: { readonly tracker: NavigationProject['trackers'][number] }): ReactNode => (
  <li className={styles.tracker}>
    <ColorMark color={tracker.color_name} />
    <div>
      <p className={styles.name}>
        <Link href={`/trackers/${tracker.id}`}>{tracker.label}</Link>
      </p>
      {tracker.description !== '' && (
        <p className={styles.about} title={tracker.description}>
          {tracker.description}
        </p>
      )}
    </div>
    <div className={styles.counts}>
      <OpenCount open={tracker.open} total={tracker.total} />
    </div>
  </li>
)

/** The first few, and the way to all of them. */
const Repositories = ({ project }: { readonly project: NavigationProject }): ReactNode => (
  <Section
    title={texts.repository.heading}
    actions={<Link href={buildRepositoriesUrl(project.shortname)}>{texts.repository.all}</Link>}
  >
    <ul className={styles.repositories}>
      {project.repositories.map(({ id, name }) => (
        <li key={id}>
          <Icon name="branch" />
          <Link href={buildRepositoryUrls(project.shortname, name).files({ path: '/', rev: undefined })}>{name}</Link>
        </li>
      ))}
    </ul>
  </Section>
)

/** The first fifty; administrators find all of them on the page of members. */
function Members({ project }: { readonly project: NavigationProject }): ReactNode {
  const { path, query } = memberListQuery(project.id)
  const members = useList<ProjectMemberRepresentation>(path, query)
  const total = members.data?.total
  return (
    <Section
      title={words.members}
      count={total}
      actions={
        project.can_update && <Link href={`/projects/${project.shortname}/admin/members`}>{words.manageMembers}</Link>
      }
    >
      <Loaded from={members} skeleton={<Skeleton shape="lines" />}>
        {({ items }) => (
          <ul className={styles.members}>
            {items.map((user) => (
              <li key={user.id}>
                <UserBadge user={user} isLinked />
                {user.is_administrator && <span>{words.administrator}</span>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const Details = ({ project }: { readonly project: NavigationProject }): ReactNode => (
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
