import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { RepositoryRepresentation } from '../../../../src/subversion/representations/repository.ts'
import { useOffset } from '../../data/page-offset.ts'
import { useIsAdministrator, useProjectNamed } from '../../data/projects.ts'
import { useRepositories } from '../../data/svn.ts'
import { LinkButton } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import { buildRepositoriesUrl, buildRepositoryUrls } from '../../frame/repository-urls.ts'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './repository-list-page.module.css'

const words = texts.repository
const limit = 50

/** Repositories of a project, with the addresses that clients check them out from. */
export function RepositoryListPage({ params }: PageProps): ReactNode {
  const projectQuery = useProjectNamed(params['shortname'] ?? '')
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={projectQuery}>
      {() => (project === undefined ? <NotFound /> : <Repositories project={project} />)}
    </QueryResult>
  )
}

function Repositories({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const offset = useOffset()
  const isAdministrator = useIsAdministrator(project.id)
  const repositories = useRepositories(project.id, { limit, offset })
  return (
    <>
      <PageHead
        title={words.title}
        path={[
          { title: texts.projects.title, href: '/projects' },
          { title: project.label, href: buildProjectUrl(project) },
        ]}
      >
        {words.intro}
      </PageHead>
      <QueryResult from={repositories} skeleton={<Skeleton shape="rows" rows={4} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              icon="branch"
              title={words.none}
              action={
                isAdministrator && (
                  <LinkButton href={`/projects/${project.shortname}/admin/svn`}>{texts.svn.list.add}</LinkButton>
                )
              }
            >
              {isAdministrator ? texts.svn.list.emptyText : words.noneText}
            </EmptyState>
          ) : (
            <>
              <Table
                label={words.title}
                columns={columnsOf(project.shortname)}
                rows={items}
                keyOf={({ id }) => id}
                total={total}
                isStacked
              />
              <Pager
                {...{ offset, limit, total }}
                hrefAt={(to) => `${buildRepositoriesUrl(project.shortname)}?offset=${to}`}
              />
            </>
          )
        }
      </QueryResult>
    </>
  )
}

const columnsOf = (project: string): readonly Column<RepositoryRepresentation>[] => [
  {
    key: 'name',
    title: words.repository,
    isRowHead: true,
    cell: ({ name }) => (
      <Link className={styles.name} href={buildRepositoryUrls(project, name).files({ path: '/', rev: undefined })}>
        {name}
      </Link>
    ),
  },
  { key: 'address', title: words.address, cell: ({ svn_url }) => <code className={styles.address}>{svn_url}</code> },
  {
    key: 'copy',
    title: words.copyAddress,
    isTitleHidden: true,
    isNarrow: true,
    cell: ({ name, svn_url }) => (
      <CopyButton kind="quiet" text={svn_url} label={words.copyAddress} spoken={words.copyAddressOf(name)} />
    ),
  },
]
