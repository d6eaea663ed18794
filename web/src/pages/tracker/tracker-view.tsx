import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { stagesOf } from '../../artifact/status-mark.tsx'
import { useNavigation } from '../../data/navigation.ts'
import { useSession } from '../../data/session.ts'
import { useTrackerArtifacts } from '../../data/tracker-artifacts.ts'
import { InKnownRoom } from '../../design/after-paint.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { ChoiceMenu } from '../../design/menu.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { useMedia } from '../../design/use-media.ts'
import { rowGroupsTexts } from '../../texts/part-texts/row-groups-texts.ts'
import { texts } from '../../texts/texts.ts'
import { ArtifactGrid, type GridHandle, isNote } from './artifact-grid.tsx'
import { findBoardField, listBoardFields } from './board/board-columns.ts'
import { findCardElement } from './board/find-card-element.ts'
import { useCellEditing } from './cell-editing/use-cell-editing.tsx'
import { ChartMenu } from './chart/chart-menu.tsx'
import { listChartFields } from './chart-fields.ts'
import { useChildRows } from './children/use-child-rows.tsx'
import { FilterChips } from './filter-chips.tsx'
import { GridFoot } from './grid-foot.tsx'
import type { ColumnActions } from './grid-heading.tsx'
import { GroupFieldMenu } from './group-field-menu.tsx'
import type { GroupLook } from './grouping/group-row.tsx'
import { RowGroupMenu } from './grouping/row-group-menu.tsx'
import { findRowGrouping, listRowGroupings, toGroupOptions } from './grouping/row-groupings.ts'
import { useGrouping } from './grouping/use-grouping.ts'
import { LayoutSwitch } from './layout-switch.tsx'
import { Board, Chart } from './layouts.ts'
import { ListProblem } from './list-problem.tsx'
import { QueryBar } from './query-bar.tsx'
import { ReportMenu } from './report-menu.tsx'
import { maxSelected } from './selection.ts'
import { CreateLink, TrackerHead } from './tracker-head.tsx'
import { TrackerMenu } from './tracker-menu.tsx'
import styles from './tracker-page.module.css'
import { useColumns } from './use-columns.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useRows } from './use-rows.ts'
import { useViewUrl } from './use-view-url.ts'
import {
  buildAllUrl,
  compileView,
  hasChosenField,
  isOfStatus,
  type Layout,
  printView,
  toggleSort,
  type View,
} from './view.ts'

const BulkBar = lazy(() => import('./bulk-bar.tsx').then((file) => ({ default: file.BulkBar })))
const ExcludingConditions = lazy(() =>
  import('./excluding-conditions.tsx').then((file) => ({ default: file.ExcludingConditions })),
)
const SaveReport = lazy(() => import('./save-report.tsx').then((file) => ({ default: file.SaveReport })))
const Peek = lazy(() => import('./peek.tsx').then((file) => ({ default: file.Peek })))
const PhoneBar = lazy(() => import('./phone-bar.tsx').then((file) => ({ default: file.PhoneBar })))

const words = texts.tracker

const loading = (
  <div className={styles.message}>
    <Skeleton shape="rows" rows={10} />
  </div>
)

interface TrackerViewProps {
  readonly tracker: TrackerRepresentation
  readonly view: View
  /** The same object until it changes. */
  readonly layout: Layout
  /** The artifact that is open next to the list. */
  readonly peek: number | null
  readonly report: ReportDefinitionRepresentation | undefined
  /** The view differs from its report. */
  readonly isChanged: boolean
}

/** The artifacts of a tracker as a table, a board or a chart, with its query, filters and columns. */
export function TrackerView({ tracker, view, layout, peek, report, isChanged }: TrackerViewProps): ReactNode {
  const user = useSession().data?.user?.id ?? null
  const [isSaving, setSaving] = useState(false)
  const [isQueryWrong, setQueryWrong] = useState(false)
  const hasRoom = useMedia('(width >= 1100px)')
  const isNarrow = useMedia('(width < 900px)')
  const grid = useRef<GridHandle>(null)
  const { change, openReport, openLayout, openPeek } = useViewUrl(tracker, view)
  const boardFields = useMemo(() => listBoardFields(tracker), [tracker])
  const { kind } = layout
  const statusField = boardFields.find(({ field_id }) => field_id === tracker.semantics.status?.field_id)
  const chart = isOfStatus(layout.chart) && statusField === undefined ? 'values' : layout.chart
  const isFieldChosen = kind === 'board' || hasChosenField(chart)
  const chartFields = useMemo(() => listChartFields(tracker), [tracker])
  const groupFields = kind === 'charts' && chart === 'values' ? chartFields : boardFields
  const groupField = kind === 'table' ? undefined : findBoardField(groupFields, isFieldChosen ? layout.by : null)
  const isTable = groupField === undefined
  const laneFields = boardFields.filter((each) => each !== groupField)
  const laneField = kind === 'board' ? laneFields.find(({ name }) => name === layout.lanes) : undefined
  const [groupTotal, setGroupTotal] = useState<number | null>(null)
  const isPeeking = peek !== null && hasRoom
  const body = useRef<HTMLDivElement>(null)
  const columns = useColumns({ tracker, view, user, body, isPeeking, isNarrow, change })
  const groupings = useMemo(() => listRowGroupings(tracker, boardFields), [tracker, boardFields])
  const rowGrouping = isTable ? findRowGrouping(groupings, layout.group) : undefined
  const rowListName = rowGrouping?.kind === 'list' ? rowGrouping.name : null
  const compiled = useMemo(() => compileView(view, tracker, rowListName), [view, tracker, rowListName])
  const { where, orderBy } = compiled ?? { where: '', orderBy: '' }
  const isFiltered = where !== ''
  const { chosenColumns, offered, choose, actions } = columns
  const { sort } = view
  const names = useMemo(() => chosenColumns.map(({ name }) => name), [chosenColumns])
  const content = useMemo(() => ({ query: where, columns: names, sort }), [where, names, sort])
  const fields = chosenColumns.flatMap(({ field }) => field ?? [])
  const sumColumns = useMemo(() => chosenColumns.filter(({ formatSum }) => formatSum !== undefined), [chosenColumns])
  const list = useTrackerArtifacts(
    tracker.id,
    {
      query: [where, orderBy].filter((part) => part !== '').join(' '),
      isOrdered: orderBy !== '',
      fields,
    },
    compiled !== undefined && isTable,
    rowGrouping && { ...toGroupOptions(rowGrouping, layout, sort), hasSums: sumColumns.length > 0 },
  )
  const { first } = list
  const grouping = useGrouping(groupings, list)
  const { shownCount } = grouping
  const fieldNames = useMemo(
    () => chosenColumns.flatMap(({ field, name }) => (field === null ? [] : [name])),
    [chosenColumns],
  )
  const childRows = useChildRows({ tracker, grouping, fieldNames, columns: columns.visibleColumns, chosenColumns })
  const { artifacts, groupAt, rowCount, findRow, tree } = childRows
  const isListed = (row: number): boolean => tree.childAt(row) === undefined
  const { isStale, showRows, subscribe, getSnapshot } = artifacts
  const showRange = useCallback((from: number, to: number) => showRows([[from, to]]), [showRows])
  const live = useLiveRows({ tracker, artifacts, condition: where, fields })
  const places = useNavigation(tracker.project.id).data?.project?.trackers
  const all = places?.find(({ id }) => id === tracker.id)?.total
  // A report may open a tracker that has no artifact yet.
  const hasOthers = isFiltered && all !== 0
  const total = isTable ? (first.data?.total ?? 0) : 0
  const canSelect = user !== null
  const nameCount = (n: number): string => (isFiltered && all !== undefined ? words.countOf(n, all) : words.total(n))
  const peekedRow = isTable ? peek : null
  const rows = useRows({
    artifacts: { ...artifacts, findRow },
    total: isTable ? rowCount : 0,
    artifactCount: shownCount,
    isHeading: (row) => groupAt(row) !== undefined || isNote(tree, row),
    isListed,
    onToggle: grouping.toggle,
    condition: where,
    grid,
    peek: peekedRow,
    openPeek,
    hasRoom,
    canSelect,
  })
  const { cursor, selection, rowActions } = rows
  const cellEditing = useCellEditing({
    tracker,
    artifacts,
    columns: columns.headings,
    cursor,
    onCursor: rowActions.onFocus,
    grid,
    isPeeking,
    isActive: isTable && canSelect && !isNarrow,
    isListed,
  })
  const closeCard = (): void => {
    openPeek(null, true)
    if (peek !== null) findCardElement(body.current, peek)?.focus()
  }
  useShortcut('close', closeCard, !isTable && peek !== null)
  const selected = useMemo(() => new Set(selection.keys()), [selection])
  // Pages of rows arrive while one scrolls: these parts stay as they are.
  const head = useMemo(
    () => (
      <TrackerHead
        tracker={tracker}
        isNarrow={isNarrow}
        actions={
          <>
            {boardFields.length > 0 && (
              <LayoutSwitch
                kind={isTable ? 'table' : kind}
                onChange={(next) => openLayout({ ...layout, kind: next })}
              />
            )}
            <TrackerMenu tracker={tracker} query={where} columns={chosenColumns} isSignedIn={user !== null} />
          </>
        }
      >
        <ReportMenu
          tracker={tracker}
          current={report}
          content={content}
          isChanged={isChanged}
          user={user}
          onOpen={openReport}
          onSave={() => setSaving(true)}
        />
      </TrackerHead>
    ),
    [
      tracker,
      isNarrow,
      where,
      chosenColumns,
      user,
      report,
      content,
      isChanged,
      openReport,
      openLayout,
      boardFields,
      isTable,
      kind,
      layout,
    ],
  )
  const queryBar = useMemo(
    () => (
      <QueryBar
        tracker={tracker}
        user={user}
        text={view.text}
        onRun={(text) => change({ text })}
        onWrong={setQueryWrong}
      />
    ),
    [tracker, user, view.text, change],
  )
  const chips = useMemo(
    () => (
      <FilterChips tracker={tracker} view={view} isSignedIn={user !== null} isNarrow={isNarrow} onChange={change} />
    ),
    [tracker, view, user, isNarrow, change],
  )
  const rowFieldMenu = (
    <RowGroupMenu groupings={groupings} grouping={rowGrouping} layout={layout} onLayout={openLayout} />
  )
  const columnMenu = useMemo(
    () => (
      <ChoiceMenu
        label={isTable ? words.columns : words.board.card}
        options={offered.map(({ name, title }) => ({ id: name, label: title }))}
        selectedIds={names}
        onChange={choose}
        trigger={
          <Button kind="quiet" icon={isTable ? 'columns' : 'list'}>
            {isTable ? words.columns : words.board.card}
          </Button>
        }
      />
    ),
    [offered, names, choose, isTable],
  )
  const columnActions = useMemo(
    (): ColumnActions => ({
      ...actions,
      onHide(name) {
        actions.onHide(name)
        // The menu gives the focus back, to a button that is gone, in the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => grid.current?.focus()))
      },
      onSort: (name, isAdded, order) => change({ sort: toggleSort(sort, name, isAdded, order) }),
    }),
    [actions, sort, change],
  )
  const groupLook = useMemo(
    (): GroupLook => ({
      isStatus: grouping.field !== undefined && grouping.field === statusField,
      stageOf:
        grouping.field === undefined
          ? () => 'first'
          : stagesOf(grouping.field, tracker.semantics.status?.value_ids ?? []),
      sumColumns,
    }),
    [grouping.field, statusField, tracker, sumColumns],
  )
  const bulkBar = selection.size > 0 && (
    <Suspense fallback={null}>
      <BulkBar
        tracker={tracker}
        selection={selection}
        listed={shownCount}
        columns={chosenColumns}
        isNarrow={isNarrow}
        onSelectAll={
          selection.size < Math.min(shownCount, maxSelected) ? () => rowActions.onSelectAll(true) : undefined
        }
        onClear={() => {
          rows.clear()
          grid.current?.focus()
        }}
      />
    </Suspense>
  )
  const groupProps = {
    tracker,
    where,
    onTotal: setGroupTotal,
    empty: <Nothing isQuery={hasOthers} tracker={tracker} view={view} onChange={change} />,
  }
  return (
    <>
      {head}
      <InKnownRoom id={`controls of ${tracker.id} ${printView(view)}`} className={styles.controls}>
        {queryBar}
        <div className={styles.chipLine}>
          {chips}
          <div className={styles.tools} data-actions>
            {isTable ? (
              <>
                {isQueryWrong && first.data !== undefined && <p className={styles.count}>{words.tql.lastResult}</p>}
                <p className={styles.count}>{first.data !== undefined && nameCount(total)}</p>
                {live.isOutdated && (
                  <Button kind="quiet" icon="arrow-up" onPress={live.renew}>
                    {words.renew}
                  </Button>
                )}
              </>
            ) : (
              <>
                <p className={styles.count}>{groupTotal !== null && nameCount(groupTotal)}</p>
                {kind === 'charts' && (
                  <ChartMenu
                    layout={{ ...layout, chart }}
                    hasStatus={statusField !== undefined}
                    onLayout={openLayout}
                  />
                )}
                {isFieldChosen && (
                  <GroupFieldMenu
                    label={kind === 'board' ? words.board.columns : words.chart.by}
                    text={(kind === 'board' ? words.board.columnsBy : words.chart.byField)(groupField.label)}
                    icon="columns"
                    fields={groupFields}
                    field={groupField}
                    onField={(by) => openLayout({ ...layout, by })}
                  />
                )}
                {kind === 'board' && (
                  <GroupFieldMenu
                    label={rowGroupsTexts.lanes}
                    text={laneField === undefined ? rowGroupsTexts.lanes : rowGroupsTexts.lanesBy(laneField.label)}
                    icon="list"
                    fields={laneFields}
                    field={laneField}
                    noField={rowGroupsTexts.noLanes}
                    onField={(lanes) => openLayout({ ...layout, lanes })}
                  />
                )}
              </>
            )}
            {isTable && !isNarrow && rowFieldMenu}
            {!isNarrow && (isTable || kind === 'board') && columnMenu}
          </div>
        </div>
        {isSaving && (
          <Suspense>
            <SaveReport
              tracker={tracker}
              content={content}
              onSaved={(id) => {
                setSaving(false)
                openReport(id)
              }}
              onCancel={() => setSaving(false)}
            />
          </Suspense>
        )}
      </InKnownRoom>
      <div ref={body} className={joinClasses(styles.body, isQueryWrong && styles.outdated)}>
        {compiled === undefined || (first.error !== null && isQueryWrong) ? (
          <div className={styles.message}>
            <EmptyState icon="search" title={words.queryProblem} action={<ClearLink tracker={tracker} />} />
          </div>
        ) : groupField !== undefined && kind === 'charts' ? (
          <Suspense fallback={loading}>
            <Chart {...groupProps} field={groupField} view={view} kind={chart} interval={layout.interval} />
          </Suspense>
        ) : groupField !== undefined ? (
          <Suspense fallback={loading}>
            <Board
              key={`${groupField.field_id} ${laneField?.field_id}`}
              {...groupProps}
              field={groupField}
              laneField={laneField}
              orderBy={orderBy}
              columns={chosenColumns}
              isSignedIn={user !== null}
              isNarrow={isNarrow}
              peek={isPeeking ? peek : null}
              onPeek={hasRoom ? (id) => openPeek(id, peek !== null) : undefined}
            />
          </Suspense>
        ) : first.error !== null && (first.data === undefined || first.error.status === 400) ? (
          <ListProblem failure={first.error} />
        ) : first.data === undefined ? (
          loading
        ) : total === 0 ? (
          <div className={styles.message}>
            <Nothing isQuery={hasOthers} tracker={tracker} view={view} onChange={change} />
          </div>
        ) : (
          <ArtifactGrid
            ref={grid}
            foot={
              isNarrow ? undefined : (
                <GridFoot
                  count={words.total(total)}
                  sums={{
                    tracker: tracker.id,
                    condition: where,
                    columns: sumColumns,
                    rows: isStale ? undefined : first.data,
                  }}
                  canSelect={canSelect}
                />
              )
            }
            label={tracker.label}
            headings={columns.headings}
            columns={columns.visibleColumns}
            sort={view.sort}
            total={rowCount}
            artifactCount={shownCount}
            isStale={isStale}
            groupAt={groupAt}
            groupLook={groupLook}
            tree={tree}
            rowAt={cellEditing.rowAt}
            subscribe={subscribe}
            getSnapshot={getSnapshot}
            onRange={showRange}
            cursor={cursor}
            selected={selected}
            left={live.left}
            peeked={isPeeking ? peek : null}
            isCompact={isPeeking}
            isNarrow={isNarrow}
            canSelect={canSelect}
            rowActions={rowActions}
            columnActions={columnActions}
          >
            {cellEditing.editors}
            {childRows.loader}
          </ArtifactGrid>
        )}
        {isPeeking && (
          <Suspense fallback={<div className={styles.peekSpace} />}>
            <Peek
              id={peek}
              onPrevious={isTable ? rows.openPrevious : undefined}
              onNext={isTable ? rows.openNext : undefined}
              onClose={isTable ? rows.closePeek : closeCard}
            />
          </Suspense>
        )}
      </div>
      {bulkBar}
      {isNarrow && selection.size === 0 && (
        <Suspense fallback={null}>
          <PhoneBar
            tracker={tracker}
            view={view}
            columns={offered}
            chosenNames={names}
            count={words.total(isTable ? total : (groupTotal ?? 0))}
            rowFieldMenu={isTable && rowFieldMenu}
            isSignedIn={user !== null}
            onChange={change}
            onColumns={choose}
          />
        </Suspense>
      )}
    </>
  )
}

const ClearLink = ({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode => (
  <LinkButton href={buildAllUrl(tracker)}>{words.clear}</LinkButton>
)

interface NothingProps {
  readonly isQuery: boolean
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly onChange: (change: Partial<View>) => void
}

const Nothing = ({ isQuery, tracker, view, onChange }: NothingProps): ReactNode =>
  isQuery ? (
    <EmptyState
      icon="search"
      title={words.nothingFound}
      action={
        <>
          <Suspense>
            <ExcludingConditions tracker={tracker} view={view} onChange={onChange} />
          </Suspense>
          <ClearLink tracker={tracker} />
        </>
      }
    >
      {words.nothingFoundText}
    </EmptyState>
  ) : (
    <EmptyState icon="list" title={words.empty} action={<CreateLink tracker={tracker} />}>
      {words.emptyText}
    </EmptyState>
  )
