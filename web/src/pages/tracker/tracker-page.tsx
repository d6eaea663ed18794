import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { buildApiUrl } from '../../data/api-url.ts'
import { downloadFile } from '../../data/download-file.ts'
import { useList, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { useTrackerArtifacts } from '../../data/tracker-artifacts.ts'
import { useMayCreate, useTracker } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { ChoiceMenu } from '../../design/menu.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { ArtifactTable } from './artifact-table.tsx'
import { listColumns } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { keepColumns, readColumns } from './kept-columns.ts'
import { QueryBar } from './query-bar.tsx'
import { ReportMenu, SaveReport } from './report-menu.tsx'
import styles from './tracker-page.module.css'
import { compileView, printView, readView, toggleSort, type View, viewOfReport } from './view.ts'

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
  const report = Number(search.get('report')) || null
  const definition = useResource<ReportDefinitionRepresentation>(`/tracker_reports/${report}/definition`, undefined, {
    isWanted: report !== null,
  })
  const mayCreate = useMayCreate(tracker)
  const createButton = mayCreate && (
    <LinkButton kind="primary" icon="plus" href={`/trackers/${tracker.id}/new`}>
      {texts.creation.newItem(tracker.item_name)}
    </LinkButton>
  )
  const { label, href } = { label: tracker.project.label, href: `/projects/${tracker.project.id}` }
  // Alone, the number of a report stands for the whole definition of the report.
  const isUnchanged = report !== null && search.size === 1
  const view = isUnchanged && definition.data ? viewOfReport(definition.data, tracker.fields) : readView(search)
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
      {isUnchanged && definition.data === undefined ? (
        <Loaded from={definition} skeleton={<Skeleton shape="rows" rows={10} />}>
          {() => null}
        </Loaded>
      ) : (
        <Rows tracker={tracker} view={view} definition={report === null ? undefined : definition.data} />
      )}
    </>
  )
}

interface RowsProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly definition: ReportDefinitionRepresentation | undefined
}

function Rows({ tracker, view, definition }: RowsProps): ReactNode {
  const [, navigate] = useLocation()
  const user = useSession().data?.user?.id ?? null
  const [isSaving, setSaving] = useState(false)
  const here = `/trackers/${tracker.id}`
  const offered = listColumns(tracker)
  const names = view.columns ?? readColumns(user, tracker.id) ?? []
  const chosen = names.flatMap((name) => offered.filter((column) => column.name === name))
  const columns = chosen.length > 0 ? chosen : offered.filter(({ needsValues }) => !needsValues)
  const compiled = compileView(view, tracker)
  const { where, orderBy } = compiled ?? { where: '', orderBy: '' }
  const isFiltered = where !== ''
  const { first, isStale, rowAt, showRows } = useTrackerArtifacts(
    tracker.id,
    {
      query: [where, orderBy].filter((part) => part !== '').join(' '),
      isOrdered: orderBy !== '',
      hasValues: columns.some(({ needsValues }) => needsValues),
    },
    compiled !== undefined,
  )
  const all = useList(`/trackers/${tracker.id}/artifacts`, { limit: 1 }, { isWanted: isFiltered })
  const change = (part: Partial<View>, isReplaced = false): void => {
    const next = printView({ ...view, ...part })
    const isOnlyReport = next === `report=${view.report}` && part.report === undefined
    navigate(next === '' || isOnlyReport ? here : `${here}?${next}`, { replace: isReplaced })
  }
  const open = (id: number | null): void => navigate(id === null ? here : `${here}?report=${id}`)
  const total = first.data?.total ?? 0
  const exported = columns.flatMap(({ name }) =>
    tracker.fields.filter((field) => field.name === name).map(({ field_id }) => `#${field_id}`),
  )
  return (
    <div className={styles.page}>
      <QueryBar key={view.text} text={view.text} onRun={(text) => change({ text })} />
      <FilterChips tracker={tracker} view={view} isSignedIn={user !== null} onChange={change} />
      <div className={styles.tools}>
        <p className={styles.count}>
          {first.data !== undefined &&
            (isFiltered && all.data ? words.countOf(total, all.data.total) : words.total(total))}
        </p>
        <ReportMenu
          tracker={tracker.id}
          current={definition}
          isSignedIn={user !== null}
          onOpen={open}
          onSave={() => setSaving(true)}
        />
        <ChoiceMenu
          label={words.columns}
          options={offered.map(({ name, title }) => ({ id: name, label: title }))}
          chosen={columns.map(({ name }) => name)}
          onChange={(ids) => {
            keepColumns(user, tracker.id, ids)
            change({ columns: ids }, true)
          }}
          trigger={
            <Button kind="quiet" icon="settings">
              {words.columns}
            </Button>
          }
        />
        <Button
          kind="quiet"
          icon="download"
          onPress={() =>
            void reportFailure(
              downloadFile(
                buildApiUrl(`/trackers/${tracker.id}/artifact_export`, {
                  format: 'csv',
                  defuse: true,
                  expert_query: isFiltered ? where : undefined,
                  fields: exported.length > 0 ? exported.join(',') : undefined,
                }),
                `${tracker.item_name}.csv`,
              ),
            )
          }
        >
          {words.downloadCsv}
        </Button>
        <CopyButton kind="quiet" label={words.copyLink} text={location.href} />
      </div>
      {isSaving && (
        <SaveReport
          tracker={tracker}
          query={where}
          columns={columns.map(({ name }) => name)}
          sort={view.sort}
          onSaved={(id) => {
            setSaving(false)
            open(id)
          }}
          onCancel={() => setSaving(false)}
        />
      )}
      {first.error !== null ? (
        <Notice kind="negative" title={words.queryProblem}>
          {first.error.message}
        </Notice>
      ) : compiled === undefined ? null : first.data === undefined ? (
        <Skeleton shape="rows" rows={10} />
      ) : total === 0 ? (
        <Nothing isQuery={isFiltered} here={here} />
      ) : (
        <ArtifactTable
          label={tracker.label}
          columns={columns}
          sort={view.sort}
          total={total}
          isStale={isStale}
          rowAt={rowAt}
          onRange={showRows}
          onSort={(name, isAdded) => change({ sort: toggleSort(view.sort, name, isAdded) })}
        />
      )}
    </div>
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
