import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useList } from '../../data/queries.ts'
import { artifactListQuery, readOffset } from '../../data/route-queries.ts'
import { useMayCreate, useTracker } from '../../data/trackers.ts'
import { Badge, ColorMark } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'

const words = texts.tracker

/** Artifacts of a tracker, or those a query finds. */
export function TrackerPage({ params }: PageProps): ReactNode {
  const tracker = useTracker(params['id'])
  const project = tracker.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: tracker.data?.id ?? null },
  )
  return <QueryResult from={tracker}>{(found) => <Artifacts tracker={found} />}</QueryResult>
}

function Artifacts({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode {
  const search = new URLSearchParams(useSearch())
  const query = search.get('q') ?? ''
  const offset = readOffset(search)
  const here = `/trackers/${tracker.id}`
  const wanted = artifactListQuery(tracker.id, query, offset)
  const artifacts = useList<ArtifactRepresentation>(wanted.path, wanted.query)
  const hrefAt = (to: number): string =>
    `${here}?${new URLSearchParams({ ...(query === '' ? {} : { q: query }), offset: String(to) })}`
  const mayCreate = useMayCreate(tracker)
  const createButton = mayCreate && (
    <LinkButton kind="primary" icon="plus" href={`${here}/new`}>
      {texts.creation.newItem(tracker.item_name)}
    </LinkButton>
  )
  const { label, href } = { label: tracker.project.label, href: `/projects/${tracker.project.id}` }
  return (
    <>
      <PageHead
        title={tracker.label}
        mark={<ColorMark color={tracker.color_name} />}
        path={[
          { title: texts.projects.title, href: '/projects' },
          { title: label, href },
        ]}
        actions={createButton}
      >
        {tracker.description !== '' && <p>{tracker.description}</p>}
      </PageHead>
      <div className={styles.page}>
        <QueryForm key={query} query={query} here={here} />
        <Loaded
          from={artifacts}
          skeleton={<Skeleton shape="rows" rows={10} />}
          failed={(failure) => (
            <Notice kind="negative" title={words.queryProblem}>
              {failure.message}
            </Notice>
          )}
        >
          {({ items, total, limit }) =>
            items.length === 0 ? (
              <Nothing isQuery={query !== ''} here={here} />
            ) : (
              <>
                <p className={styles.count}>{query === '' ? words.total(total) : words.found(total)}</p>
                <Table
                  label={tracker.label}
                  columns={columns}
                  rows={items}
                  keyOf={({ id }) => id}
                  total={total}
                  isStale={artifacts.isPlaceholderData}
                />
                <Pager {...{ offset, limit, total, hrefAt }} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

const columns: readonly Column<ArtifactRepresentation>[] = [
  {
    key: 'artifact',
    title: words.artifact,
    isNarrow: true,
    isWideOnly: true,
    cell: ({ xref }) => <span className={styles.reference}>{xref}</span>,
  },
  {
    key: 'title',
    title: words.artifactTitle,
    isRowHead: true,
    cell: ({ id, title, is_open }) => (
      <Link href={`/artifacts/${id}`} className={is_open ? styles.title : styles.closed}>
        {title || `${words.untitled} #${id}`}
      </Link>
    ),
  },
  {
    key: 'status',
    title: words.status,
    isNarrow: true,
    cell: ({ full_status }) => full_status && <Badge color={full_status.color}>{full_status.value}</Badge>,
  },
  {
    key: 'assignees',
    title: words.assignees,
    isWideOnly: true,
    cell: ({ assignees }) => (
      <ul className={styles.people}>
        {assignees.map((user) => (
          <li key={user.id}>
            <UserBadge user={user} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'updated',
    title: words.updated,
    isNarrow: true,
    isWideOnly: true,
    cell: ({ last_modified_date }) => <DateTime at={last_modified_date} />,
  },
]

function QueryForm({ query, here }: { readonly query: string; readonly here: string }): ReactNode {
  const [, navigate] = useLocation()
  return (
    <search>
      <form
        className={styles.query}
        onSubmit={(event) => {
          event.preventDefault()
          const queryText = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          navigate(queryText === '' ? here : `${here}?${new URLSearchParams({ q: queryText })}`)
        }}
      >
        <input
          name="q"
          aria-label={words.query}
          placeholder={words.queryHint}
          defaultValue={query}
          spellCheck={false}
          autoComplete="off"
        />
        <Button type="submit" icon="search">
          {words.run}
        </Button>
        {query !== '' && (
          <LinkButton kind="quiet" href={here}>
            {words.clear}
          </LinkButton>
        )}
      </form>
    </search>
  )
}

const Nothing = ({ isQuery, here }: { readonly isQuery: boolean; readonly here: string }): ReactNode =>
  isQuery ? (
    <EmptyState icon="search" title={words.nothingFound} action={<LinkButton href={here}>{words.clear}</LinkButton>}>
      {words.nothingFoundText}
    </EmptyState>
  ) : (
    <EmptyState icon="list" title={words.empty}>
      {words.emptyText}
    </EmptyState>
  )
