import type { ReactNode } from 'react'
import type { ListedReportRepresentation } from '../../../../src/trackers/representations/report.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { ReportActions } from './report-actions.tsx'

const words = trackerAdminTexts.trackerReports
const limit = 50

/** Reports of a tracker: those of the project, and those of the user. */
export const TrackerAdminReportsPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={words.title} intro={words.intro}>
    {({ id }) => <Reports key={id} tracker={id} />}
  </TrackerAdminFrame>
)

function Reports({ tracker }: { readonly tracker: number }): ReactNode {
  const offset = useOffset()
  const reports = useList<ListedReportRepresentation>(`/trackers/${tracker}/tracker_reports`, {
    limit,
    offset,
    include: 'definition',
  })
  return (
    <div className={styles.page}>
      <Loaded from={reports} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="bookmark" title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <>
              <p>{words.defaultHint}</p>
              <Table
                isStacked
                label={words.title}
                columns={createColumns(tracker)}
                rows={items}
                keyOf={({ id }) => id}
                total={total}
                isStale={reports.isPlaceholderData}
              />
              <Pager
                {...{ offset, limit, total }}
                hrefAt={(to) => withQuery(`/trackers/${tracker}/admin/reports`, { offset: to })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const createColumns = (tracker: number): readonly Column<ListedReportRepresentation>[] => [
  {
    key: 'name',
    title: words.name,
    isRowHead: true,
    cell: ({ id, label, is_default: isDefault }) => (
      <>
        <Link href={`/trackers/${tracker}?report=${id}`}>{label}</Link> {isDefault && <Badge>{words.isDefault}</Badge>}
      </>
    ),
  },
  {
    key: 'owner',
    title: words.owner,
    cell: ({ is_public: isPublic }) => (isPublic ? words.ofProject : words.own),
  },
  { key: 'query', title: words.query, cell: ({ definition }) => definition && describeQuery(definition) },
  {
    key: 'actions',
    title: words.actions,
    isTitleHidden: true,
    isNarrow: true,
    cell: (report) => report.definition && <ReportActions report={report.definition} />,
  },
]

function describeQuery({
  expert_query: expertQuery,
  query,
}: NonNullable<ListedReportRepresentation['definition']>): ReactNode {
  if (expertQuery) return <code>{expertQuery}</code>
  const count = Object.keys(query).length
  return count === 0 ? words.all : words.filters(count)
}
