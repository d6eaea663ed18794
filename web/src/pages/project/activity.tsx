import type { ReactNode } from 'react'
import type { Static } from 'typebox'
import type { ActivityRepresentation } from '../../../../src/artifacts/representations/activity.ts'
import { useResource } from '../../data/queries.ts'
import { activityLimit, activityQuery } from '../../data/route-queries.ts'
import { DateTime } from '../../design/date-time.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { buildRepositoryUrls } from '../../frame/repository-urls.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'
import styles from './activity.module.css'
import { ActivityChart } from './activity-chart.tsx'

const words = texts.projects.activity

type Activity = Static<typeof ActivityRepresentation>
type Change = Activity['latest'][number]

interface ProjectActivityProps {
  readonly project: number
  readonly shortname: string
}

/** What happened in a project on the last days: figures for each day, the latest changes and commits. */
export function ProjectActivity({ project, shortname }: ProjectActivityProps): ReactNode {
  const { path, query } = activityQuery(project)
  const activity = useResource<Activity>(path, query)
  return (
    <Section title={words.title}>
      <Loaded from={activity} skeleton={<Skeleton shape="rows" rows={4} />}>
        {({ days, latest, commits }) => {
          const rows = sortRows([
            ...latest.map((change) => ({
              at: change.at,
              row: <ChangeRow key={`${change.changeset_id} ${change.artifact.id} ${change.kind}`} change={change} />,
            })),
            ...commits.map((commit) => ({
              at: commit.at,
              row: (
                <CommitRow key={`r${commit.revision} ${commit.repository.id}`} commit={commit} shortname={shortname} />
              ),
            })),
          ])
          return rows.length === 0 ? (
            <p className={styles.none}>{words.none}</p>
          ) : (
            <>
              {latest.length > 0 && <ActivityChart days={days} />}
              <ul className={styles.changes}>{rows.slice(0, activityLimit).map(({ row }) => row)}</ul>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The newest first; those of one second keep their order. */
const sortRows = <Row extends { readonly at: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))

interface CommitRowProps {
  readonly commit: Activity['commits'][number]
  readonly shortname: string
}

function CommitRow({ commit: { at, repository, revision, user, author_name, title }, shortname }: CommitRowProps) {
  return (
    <ActivityRow at={at} user={user}>
      <strong>{user ? getUserName(user) : author_name}</strong> {words.committed}{' '}
      <Link href={buildRepositoryUrls(shortname, repository.name).commit(revision)} className={styles.revision}>
        r{revision}
      </Link>{' '}
      {words.committedTo(repository.name)} {title}
    </ActivityRow>
  )
}

function ChangeRow({ change: { at, kind, artifact, changeset_id, user, has_comment } }: { readonly change: Change }) {
  const verb = kind === 'updated' && has_comment ? words.commented : words[kind]
  const anchor = kind === 'updated' && changeset_id !== null ? `#comment-${changeset_id}` : ''
  return (
    <ActivityRow at={at} user={user}>
      {user && <strong>{getUserName(user)}</strong>} {verb}{' '}
      <Link href={`/artifacts/${artifact.id}${anchor}`} title={artifact.xref}>
        <span className={styles.id}>#{artifact.id}</span> {artifact.title ?? artifact.tracker.label}
      </Link>
      {artifact.full_status && (
        <span className={styles.status}>
          <VisuallyHidden>{words.status} </VisuallyHidden>
          {artifact.full_status.value}
        </span>
      )}
    </ActivityRow>
  )
}

interface ActivityRowProps {
  readonly at: string
  readonly user: Change['user']
  readonly children: ReactNode
}

const ActivityRow = ({ at, user, children }: ActivityRowProps): ReactNode => (
  <li className={styles.change}>
    {user ? <UserBadge user={user} isNameHidden isLarge /> : <span aria-hidden="true" />}
    <p>{children}</p>
    <span className={styles.at}>
      <DateTime at={at} />
    </span>
  </li>
)
