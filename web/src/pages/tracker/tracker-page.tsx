import { type ReactNode, useMemo } from 'react'
import { useSearch } from 'wouter'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { useTracker } from '../../data/trackers.ts'
import { LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useTitle } from '../../design/title.ts'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { readColumns } from './kept-columns.ts'
import { preloadLayout } from './layouts.ts'
import { TrackerHead } from './tracker-head.tsx'
import styles from './tracker-page.module.css'
import { TrackerView } from './tracker-view.tsx'
import { isBare, isReportOnly, layoutParameters, otherParameters, readLayout, readView, viewOfReport } from './view.ts'

/** Artifacts of a tracker, or those a query finds. */
export function TrackerPage({ params }: PageProps): ReactNode {
  preloadLayout(readLayout(new URLSearchParams(useSearch())).kind)
  const tracker = useTracker(params['id'])
  const project = tracker.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: tracker.data?.id ?? null },
  )
  return <QueryResult from={tracker}>{(data) => <Artifacts key={data.id} tracker={data} />}</QueryResult>
}

function Artifacts({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode {
  const search = new URLSearchParams(useSearch())
  const user = useSession().data?.user?.id ?? null
  const { default_report: defaultReport } = tracker
  const isOpening = isBare(search)
  const report = isOpening ? (defaultReport?.id ?? null) : Number(search.get('report')) || null
  const ownDefinition = defaultReport?.id === report ? defaultReport : undefined
  const request = useResource<ReportDefinitionRepresentation>(`/tracker_reports/${report}/definition`, undefined, {
    isWanted: report !== null && ownDefinition === undefined,
  })
  const definition = ownDefinition ?? request.data
  useTitle(tracker.label)
  // Alone, the number of a report stands for the whole definition of the report.
  const isUnchanged = report !== null && (isOpening || isReportOnly(search))
  const peek = Number(search.get('peek')) || null
  const layoutKey = layoutParameters.map((name) => search.get(name)).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that the layout is read from
  const layout = useMemo(() => readLayout(search), [layoutKey])
  for (const name of otherParameters) search.delete(name)
  const query = search.toString()
  const storedQuery = isUnchanged ? definition : undefined
  // The same for every artifact that is opened next to the list: what shows the view is not rendered again.
  const view = useMemo(
    () => (storedQuery ? viewOfReport(storedQuery, tracker.fields) : readView(new URLSearchParams(query))),
    [storedQuery, tracker.fields, query],
  )
  // Columns that the user chose stay when a report opens by itself.
  const hasOwnColumns = isOpening && readColumns(user, tracker) !== null
  const shownView = useMemo(() => (hasOwnColumns ? { ...view, columns: null } : view), [view, hasOwnColumns])
  // Reports of other users, and those that were deleted.
  const isClosed = [401, 403, 404].includes(request.error?.status ?? 0)
  return (
    <div className={styles.page} data-flush>
      {isOpening && defaultReport === undefined ? (
        // A list of trackers has no reports.
        <>
          <TrackerHead tracker={tracker} />
          <div className={styles.message}>
            <Skeleton shape="rows" rows={10} />
          </div>
        </>
      ) : isUnchanged && definition === undefined ? (
        <>
          <TrackerHead tracker={tracker} />
          <div className={styles.message}>
            <Loaded
              from={request}
              skeleton={<Skeleton shape="rows" rows={10} />}
              {...(isClosed && { failed: () => <ClosedReport tracker={tracker} /> })}
            >
              {() => null}
            </Loaded>
          </div>
        </>
      ) : (
        <TrackerView
          tracker={tracker}
          view={shownView}
          layout={layout}
          peek={peek}
          report={report === null ? undefined : definition}
          isChanged={report !== null && !isUnchanged}
        />
      )}
    </div>
  )
}

const ClosedReport = ({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode => (
  <EmptyState
    icon="bookmark"
    title={texts.tracker.closedReport}
    action={<LinkButton href={`/trackers/${tracker.id}`}>{texts.creation.toTracker(tracker.label)}</LinkButton>}
  >
    {texts.tracker.closedReportText}
  </EmptyState>
)
