import type { ReactNode } from 'react'
import type { MinimalUserRepresentation, UserRepresentation } from '../../../../src/accounts/representations/user.ts'
import type { UserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { useResource } from '../../data/queries.ts'
import { userQuery } from '../../data/route-queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../frame/administration.module.css'
import { NotFound } from '../../frame/not-found.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { getUserName } from '../../user-name.ts'

const words = texts.user
const labels = texts.site.users

/** Visitors get no email address and no status. */
type FoundUser = MinimalUserRepresentation & Partial<Pick<UserRepresentation, 'email' | 'status'>>

/** A user as others see them. */
export function UserPage({ params }: PageProps): ReactNode {
  const { path, query } = userQuery(params['login'] ?? '')
  const found = useResource<readonly FoundUser[]>(path, query)
  return (
    <QueryResult from={found}>{([user]) => (user === undefined ? <NotFound /> : <Profile user={user} />)}</QueryResult>
  )
}

function Profile({ user }: { readonly user: FoundUser }): ReactNode {
  const { data: session } = useSession()
  const isSelf = session?.user?.id === user.id
  const isAdministrator = session?.is_site_administrator === true
  return (
    <>
      <PageHead
        title={getUserName(user)}
        mark={<img src={new URL(user.avatar_url).pathname} width="48" height="48" alt="" />}
        actions={
          <>
            {isSelf && (
              <LinkButton icon="edit" href="/account/profile">
                {words.edit}
              </LinkButton>
            )}
            {isAdministrator && (
              <LinkButton icon="settings" href={`/site/users/${user.id}`}>
                {words.administer}
              </LinkButton>
            )}
          </>
        }
      />
      <div className={styles.page}>
        <Facts user={user} />
        {/* The membership of others is for administrators only. */}
        {(isSelf || isAdministrator) && <Projects user={user} />}
      </div>
    </>
  )
}

function Facts({ user: { username, email, status } }: { readonly user: FoundUser }): ReactNode {
  const statusName = Object.entries(labels.statuses).find(([letter]) => letter === status)?.[1]
  // Other logins cannot be searched.
  const isSearchable = username !== null && /^[^\s"\\@]+$/.test(username)
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{labels.login}</dt>
          <dd>{username}</dd>
        </div>
        {email && (
          <div>
            <dt>{labels.email}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {statusName && (
          <div>
            <dt>{labels.status}</dt>
            <dd>
              <Badge kind={status === 'A' ? 'positive' : 'caution'}>{statusName}</Badge>
            </dd>
          </div>
        )}
      </dl>
      {isSearchable && (
        <p>
          <Link href={`/search?q=${encodeURIComponent(`@${username}`)}`}>{words.work}</Link>
        </p>
      )}
    </>
  )
}

function Projects({ user }: { readonly user: FoundUser }): ReactNode {
  const groups = useResource<readonly UserGroupRepresentation[]>(`/users/${user.id}/membership`, {
    scope: 'project',
    format: 'full',
  })
  return (
    <Section title={words.projects}>
      <Loaded from={groups} skeleton={<Skeleton shape="lines" />}>
        {(all) => {
          const projects = listProjects(all)
          return projects.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <ul className={styles.list}>
              {projects.map(({ project, isAdministered }) => (
                <li key={project.id} className={styles.name}>
                  <Link href={buildProjectUrl(project)}>{project.label}</Link>
                  {isAdministered && <Badge kind="accent">{texts.projectAdmin.members.administrator}</Badge>}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The projects of which one is a member, by name. */
function listProjects(groups: readonly UserGroupRepresentation[]) {
  const ids = new Set(groups.map(({ id }) => id))
  return groups
    .flatMap(({ id, project }) => (project !== null && id === `${project.id}_3` ? project : []))
    .map((project) => ({ project, isAdministered: ids.has(`${project.id}_4`) }))
    .toSorted((a, b) => a.project.label.localeCompare(b.project.label))
}
