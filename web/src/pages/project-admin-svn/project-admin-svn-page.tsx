import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { DeletedRepositoryRepresentation } from '../../../../src/subversion/representations/deleted-repository.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useIsAdministrator, useProjectNamed } from '../../data/projects.ts'
import { buildQueryKey, queryCache, usePage } from '../../data/queries.ts'
import { useRepositories, useSubversionService, useSubversionSwitch } from '../../data/svn.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../frame/administration.module.css'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { Administrators } from './administrators.tsx'
import { CreateRepository } from './create-repository.tsx'
import { DeletedRepositories } from './deleted-repositories.tsx'
import { RepositoryCard } from './repository-card.tsx'

const words = texts.svn.list
const limit = 50

/** Repositories of a project, deleted ones, and their administrators. */
export function ProjectAdminSvnPage({ params }: PageProps): ReactNode {
  const projectQuery = useProjectNamed(params['shortname'] ?? '')
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={projectQuery}>
      {() => (project === undefined ? <NotFound /> : <Repositories project={project} />)}
    </QueryResult>
  )
}

interface DeletedRepositoryPage {
  readonly repositories: readonly DeletedRepositoryRepresentation[]
}

/** Users who may list deleted repositories administer repositories, also as members of a group. */
function Repositories({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const deleted = usePage<DeletedRepositoryPage>(`/projects/${project.id}/svn_deleted`, { limit })
  const service = useSubversionService(project.id)
  const isAdministrator = useIsAdministrator(project.id)
  return (
    <QueryResult from={deleted}>
      {({ body: { repositories }, total }) => (
        <>
          <PageHead title={words.title} path={[{ title: project.label, href: buildProjectUrl(project) }]}>
            {words.intro}
          </PageHead>
          <div className={styles.page}>
            {service?.is_enabled === false ? (
              <Unused project={project.id} service={service.id} maySwitch={isAdministrator} />
            ) : (
              <div>
                <CreateRepository project={project} deletedRepositories={repositories} />
              </div>
            )}
            <Present project={project} isUsed={service?.is_enabled !== false} />
            {repositories.length > 0 && (
              <DeletedRepositories project={project.id} repositories={repositories} total={total} />
            )}
            {isAdministrator && <Administrators project={project} />}
          </div>
        </>
      )}
    </QueryResult>
  )
}

interface UnusedProps {
  readonly project: number
  readonly service: number
  readonly maySwitch: boolean
}

function Unused({ project, service, maySwitch }: UnusedProps): ReactNode {
  const use = useSubversionSwitch(project)
  return (
    <div className={styles.narrow}>
      <Notice title={words.unused}>
        <p>{words.unusedText}</p>
        {maySwitch && (
          <Button onPress={() => void reportFailure(use.mutateAsync({ service, isUsed: true }), words.used)}>
            {words.use}
          </Button>
        )}
      </Notice>
    </div>
  )
}

function Present({
  project,
  isUsed,
}: {
  readonly project: ProjectRepresentation
  readonly isUsed: boolean
}): ReactNode {
  const offset = useOffset()
  const going = Number(new URLSearchParams(useSearch()).get('deleting') ?? Number.NaN)
  const href = `/projects/${project.shortname}/admin/svn`
  const [, navigate] = useLocation()
  const repositories = useRepositories(project.id, { limit, offset }, ({ items }) =>
    items.some(({ id }) => id === going),
  )
  const isGone = !Number.isNaN(going) && repositories.data?.items.every(({ id }) => id !== going) === true
  useEffect(() => {
    if (!isGone) return
    void queryCache.invalidateQueries({ queryKey: buildQueryKey(`/projects/${project.id}/svn_deleted`) })
    navigate(href, { replace: true })
  }, [isGone, project.id, href, navigate])
  return (
    <Loaded from={repositories} skeleton={<Skeleton shape="rows" />}>
      {({ items, total }) => {
        const leaving = items.find(({ id }) => id === going)
        return (
          <>
            {leaving !== undefined && (
              <div className={styles.narrow} role="status">
                <Notice title={words.deleting(leaving.name)}>{words.deletingText}</Notice>
              </div>
            )}
            {items.length > 0 ? (
              <ul className={styles.list} aria-label={words.label}>
                {items
                  .filter((each) => each !== leaving)
                  .map((repository) => (
                    <RepositoryCard key={repository.id} repository={repository} shortname={project.shortname} />
                  ))}
              </ul>
            ) : (
              isUsed && (
                <EmptyState icon="branch" title={words.empty}>
                  {words.emptyText}
                </EmptyState>
              )
            )}
            <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery(href, { offset: to })} />
          </>
        )
      }}
    </Loaded>
  )
}
