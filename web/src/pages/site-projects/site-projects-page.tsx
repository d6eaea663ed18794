import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { sendChange } from '../../data/client.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useChange, useList } from '../../data/queries.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import styles from '../../frame/administration.module.css'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.site.projects
const limit = 50
const states = ['active', 'pending', 'suspended', 'deleted'] as const
const path = '/site/projects'

/** Projects by their state; those that wait are let in here. */
export const SiteProjectsPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <Projects />
  </SiteFrame>
)

function Projects(): ReactNode {
  const show = new URLSearchParams(useSearch()).get('show')
  const state = states.find((each) => each === show) ?? 'active'
  const offset = useOffset()
  const query = JSON.stringify({ with_status: state })
  const projects = useList<ProjectRepresentation>('/projects', { limit, offset, query })
  const links = states.map((each) => ({
    href: withQuery(path, { show: each === 'active' ? '' : each }),
    title: words.tabs[each],
  }))
  return (
    <div className={styles.page}>
      <TabLinks label={words.which} links={links} />
      <Loaded from={projects} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="folder" title={words.empty} />
          ) : (
            <>
              <Table
                isStacked
                label={words.label}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                total={total}
                isStale={projects.isPlaceholderData}
              />
              <Pager
                {...{ offset, limit, total }}
                hrefAt={(to) => withQuery(path, { show: state === 'active' ? '' : state, offset: to })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const columns: readonly Column<ProjectRepresentation>[] = [
  {
    key: 'name',
    title: words.name,
    isRowHead: true,
    cell: (project) =>
      project.status === 'active' ? <Link href={buildProjectUrl(project)}>{project.label}</Link> : project.label,
  },
  { key: 'shortname', title: words.shortName, cell: ({ shortname }) => shortname },
  { key: 'visibility', title: words.visibility, cell: ({ access }) => texts.projects.access[access] },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    isNarrow: true,
    cell: (project) => <Actions project={project} />,
  },
]

function Actions({
  project: { id, label, shortname, status },
}: {
  readonly project: ProjectRepresentation
}): ReactNode {
  const activate = useChange(() => sendChange('PUT', `/projects/${id}/status`, { status: 'active' }), ['/projects'])
  return (
    <div className={styles.rowActions}>
      {(status === 'pending' || status === 'suspended') && (
        <Button
          label={words.activateOf(label)}
          onPress={() => void reportFailure(activate.mutateAsync(undefined), words.activated(label))}
        >
          {words.activate}
        </Button>
      )}
      {status !== 'deleted' && (
        <LinkButton kind="quiet" href={`/projects/${status === 'active' ? shortname : id}/admin/general`}>
          {words.administer}
          <VisuallyHidden> {label}</VisuallyHidden>
        </LinkButton>
      )}
    </div>
  )
}
