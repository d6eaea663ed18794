import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { limitToInitialStatus } from '../../../artifact/initial-status.ts'
import { stagesOf } from '../../../artifact/status-mark.tsx'
import { type GroupedArtifact, groupPageSize, useArtifactGroups } from '../../../data/artifact-groups.ts'
import { type OrderPlace, readLast } from '../../../data/artifact-order.ts'
import { useMayCreate } from '../../../data/trackers.ts'
import { joinClasses } from '../../../design/join-classes.ts'
import { useShortcut } from '../../../design/shortcut.ts'
import { Skeleton } from '../../../design/skeleton.tsx'
import { useFocusGroup } from '../../../design/use-focus-group.ts'
import { listOptions, noneId } from '../../../fields/editors/list-options.ts'
import type { TrackerColumn } from '../columns.tsx'
import { ListProblem } from '../list-problem.tsx'
import page from '../tracker-page.module.css'
import { useLiveGroups } from '../use-live-groups.ts'
import { compareValues, type Field } from '../view.ts'
import styles from './board.module.css'
import { BoardCard, type CardActions } from './board-card.tsx'
import { BoardColumnView } from './board-column.tsx'
import { type BoardColumn, type BoardLane, buildColumns, buildLanes, joinLanes } from './board-columns.ts'
import { BoardLaneView } from './board-lane.tsx'
import { findOwnPlace, findPlace, type OrderStep } from './card-place.ts'
import { ColumnChips } from './column-chips.tsx'
import { findCardElement } from './find-card-element.ts'
import type { MoveContext } from './move-menu.tsx'
import { focusNext, focusSide, readFocusedCard, useCardFocus } from './use-card-focus.ts'
import { useCardMoves } from './use-card-moves.ts'
import { useDrops } from './use-drops.ts'

const MoveForm = lazy(() => import('./move-form.tsx').then((file) => ({ default: file.MoveForm })))

/** Of each column of a lane; further ones are read from the list. */
const lanePageSize = 10

interface BoardProps {
  readonly tracker: TrackerRepresentation
  /** The field whose values are the columns. */
  readonly field: Field
  /** The field whose values are the lanes; undefined: the board has none. */
  readonly laneField: Field | undefined
  readonly where: string
  readonly orderBy: string
  /** What the cards show. */
  readonly columns: readonly TrackerColumn[]
  readonly isSignedIn: boolean
  readonly isNarrow: boolean
  /** Takes the number of cards; null: it is not known. */
  readonly onTotal: (total: number | null) => void
  readonly peek: number | null
  /** undefined: there is no room for an artifact next to the board. */
  readonly onPeek: ((id: number) => void) | undefined
  /** Shown instead of a board without cards. */
  readonly empty: ReactNode
}

/** The artifacts of a tracker as cards, in a column for each value of a list. */
export function Board(props: BoardProps): ReactNode {
  const { tracker, field, laneField, where, orderBy, columns, isSignedIn, isNarrow, onTotal, peek, onPeek, empty } =
    props
  const board = useRef<HTMLDivElement>(null)
  const visibleFields = [
    ...new Set([
      field.field_id,
      ...(laneField ? [laneField.field_id] : []),
      ...columns.flatMap((column) => column.field ?? []),
    ]),
  ]
  // The order by hand, unless the view has one.
  const sort = orderBy === '' ? 'rank' : undefined
  const listOf = (condition: string) => ({
    query: [condition, orderBy].filter((part) => part !== '').join(' '),
    isOrdered: true,
    fields: visibleFields,
  })
  const conditionOf = (column: string, lane: string | undefined): string =>
    [
      where,
      compareValues(field, [column]),
      lane === undefined || laneField === undefined ? '' : compareValues(laneField, [lane]),
    ]
      .filter((part) => part !== '')
      .join(' AND ')
  const groups = useArtifactGroups(tracker.id, field.field_id, listOf(where), {
    limit: laneField === undefined ? groupPageSize : lanePageSize,
    lanes: laneField?.field_id,
    sort,
    hasChildren: true,
  })
  const { moves, demand, move, endDemand } = useCardMoves({
    ...{ tracker, field },
    placeOf(card) {
      for (const { cards, size } of latest.current.boardColumns) {
        const at = cards.findIndex(({ id }) => id === card)
        if (at >= 0) return [at + 1, size]
      }
      return undefined
    },
  })
  const [held, setHeld] = useState<GroupedArtifact | null>(null)
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const [chosenColumn, setChosenColumn] = useState<string | null>(null)
  const takeFocus = useCardFocus(board)
  const canChangeColumn = isSignedIn && field.permissions.includes('update')
  const dropOf = useDrops({ tracker, field, held, canChangeColumn })
  useLiveGroups({ tracker, area: board, isBusy: held !== null || menuOf !== null || demand !== null })

  const { data, error, isStale } = groups
  const boardColumns = useMemo(
    () => (data === undefined ? [] : buildColumns(field, laneField === undefined ? data : joinLanes(data), moves)),
    [field, laneField, data, moves],
  )
  const lanes = useMemo(
    () =>
      data === undefined || laneField === undefined
        ? undefined
        : buildLanes(field, laneField, data, moves, boardColumns),
    [field, laneField, data, moves, boardColumns],
  )
  const statusId = tracker.semantics.status?.field_id
  const isStatus = field.field_id === statusId
  const stageOf = useMemo(() => stagesOf(field, tracker.semantics.status?.value_ids ?? []), [field, tracker])
  const laneStageOf = useMemo(
    () => (laneField === undefined ? stageOf : stagesOf(laneField, tracker.semantics.status?.value_ids ?? [])),
    [laneField, tracker, stageOf],
  )
  // The column shows it already.
  const cardColumns = useMemo(() => columns.filter(({ name }) => name !== field.name), [columns, field.name])
  const openPeek = useMemo(() => onPeek && ((card: GroupedArtifact): void => onPeek(card.id)), [onPeek])

  const readLastOf = (column: string, lane: string | undefined): Promise<number | undefined> =>
    readLast(tracker.id, listOf(conditionOf(column, lane)))
  const latest = useRef({ move, boardColumns, openPeek, readLastOf })
  latest.current = { move, boardColumns, openPeek, readLastOf }
  const canOrder =
    isSignedIn && sort !== undefined && tracker.fields.some(({ permissions }) => permissions.includes('update'))
  const moveContext = useMemo((): MoveContext | null => {
    if (!canChangeColumn && !canOrder) return null
    const onMove: MoveContext['onMove'] = (card, column) => {
      void latest.current.move(card, { column })
      takeFocus(card.id)
    }
    const step = async (card: GroupedArtifact, by: OrderStep): Promise<void> => {
      const element = findCardElement(board.current, card.id)
      const column = element?.closest('[data-column]')
      const id = column?.getAttribute('data-column')
      if (element === null || column == null || id == null) return
      const lane = element.closest('[data-lane]')?.getAttribute('data-lane') ?? undefined
      // The last card may not be loaded. If it cannot be read, the last loaded one is nearest.
      const isCut = by === 'bottom' && column.hasAttribute('data-more')
      const last = isCut ? await latest.current.readLastOf(id, lane).catch(() => undefined) : undefined
      const at = last === undefined ? findPlace(element, by) : ({ direction: 'after', of: last } as const)
      if (at === undefined || at.of === card.id) return
      void latest.current.move(card, { column: id, at, isOwnColumn: true, from: findOwnPlace(element) })
      takeFocus(card.id)
    }
    const canStep: MoveContext['canStep'] = (card, by) => {
      const element = findCardElement(board.current, card.id)
      if (element === null) return false
      const isCut = element.closest('[data-column]')?.hasAttribute('data-more') === true
      return findPlace(element, by) !== undefined || (by === 'bottom' && isCut)
    }
    const onStep = canOrder ? (card: GroupedArtifact, by: OrderStep): void => void step(card, by) : undefined
    return { tracker, field, stageOf, canChangeColumn, onMove, onStep, canStep }
  }, [canChangeColumn, canOrder, tracker, field, stageOf, takeFocus])
  const drop = (card: GroupedArtifact, column: string, at: OrderPlace | undefined): void => {
    const element = findCardElement(board.current, card.id)
    const isOwnColumn = element?.closest('[data-column]')?.getAttribute('data-column') === column
    if (isOwnColumn && at === undefined) return
    const from = isOwnColumn && element !== null ? findOwnPlace(element) : undefined
    void move(card, { column, at: at && { direction: at.direction, of: at.of }, isOwnColumn, from })
    takeFocus(card.id)
  }
  const actions = useMemo(
    (): CardActions => ({
      onHold: setHeld,
      onRelease: () => setHeld(null),
      onMenu: setMenuOf,
      onKey(card, event) {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault()
          if (card.can_update === true) moveContext?.onStep?.(card, event.key === 'ArrowUp' ? 'up' : 'down')
          return
        }
        if (event.key === ' ' && latest.current.openPeek !== undefined) {
          event.preventDefault()
          latest.current.openPeek(card)
        }
        if (step === undefined) return
        // Alt and an arrow would go back in the history of the browser.
        event.preventDefault()
        if (!event.altKey) focusSide(board.current, event.currentTarget, step)
        else if (card.can_update === true && moveContext?.canChangeColumn === true)
          moveContext.onMove(card, findSide(latest.current.boardColumns, event.currentTarget, step))
      },
    }),
    [moveContext],
  )

  const mayCreate = useMayCreate(tracker) === true
  const initialIds = useMemo(() => listInitialIds(tracker, field), [tracker, field])
  const createUrlOf = ({ id, option }: BoardColumn): string | undefined => {
    const form = `/trackers/${tracker.id}/new`
    if (!mayCreate || !initialIds.has(id)) return undefined
    return id === noneId ? form : `${form}?${new URLSearchParams({ [field.name]: option.detail ?? option.label })}`
  }

  const total = boardColumns.reduce((sum, { size }) => sum + size, 0)
  const hasCards = total > 0
  useEffect(() => onTotal(data === undefined || error !== null ? null : total), [onTotal, data, error, total])
  const openMenu = (): void => setMenuOf(readFocusedCard(board.current))
  useShortcut('move', openMenu, moveContext !== null && hasCards)
  useShortcut('status', openMenu, canChangeColumn && hasCards && isStatus)
  useShortcut('next', () => focusNext(board.current, 1), hasCards)
  useShortcut('previous', () => focusNext(board.current, -1), hasCards)
  if (error !== null) return <ListProblem failure={error} />
  if (data === undefined)
    return (
      <div className={page.message}>
        <Skeleton shape="rows" rows={10} />
      </div>
    )
  const chosen = boardColumns.find(({ id }) => id === chosenColumn) ?? boardColumns.find(({ size }) => size > 0)
  const renderColumns = (ofLane: readonly BoardColumn[], lane?: BoardLane): ReactNode =>
    ofLane
      .filter(({ id }) => !isNarrow || id === chosen?.id)
      .map((column) => (
        <BoardColumnView
          key={column.id}
          tracker={tracker}
          column={column}
          list={listOf(conditionOf(column.id, lane?.id))}
          moves={lane?.moves ?? moves}
          isStatus={isStatus}
          stageOf={stageOf}
          // A card that changes its column stays in its lane.
          drop={held !== null && lane?.hasCard(held) === false ? { kind: 'none' } : dropOf(column.id)}
          order={{ sort, held: canOrder && held !== null ? held.id : null }}
          createUrl={lane === undefined ? createUrlOf(column) : undefined}
          isNarrow={isNarrow}
          onDrop={(id, at) => {
            setHeld(null)
            if (held !== null) drop(held, id, at)
          }}
        >
          {(card) => (
            <BoardCard
              key={card.id}
              card={card}
              columns={cardColumns}
              isPeeked={card.id === peek}
              isHeld={card.id === held?.id}
              isSaving={moves.has(card.id)}
              isMenuOpen={card.id === menuOf}
              actions={actions}
              onPeek={openPeek}
              move={moveContext}
            />
          )}
        </BoardColumnView>
      ))
  return (
    <>
      {!hasCards && <div className={page.message}>{empty}</div>}
      {hasCards && (
        <div className={styles.frame}>
          {isNarrow && (
            <ColumnChips
              columns={boardColumns}
              shown={chosen?.id}
              isStatus={isStatus}
              stageOf={stageOf}
              onShow={setChosenColumn}
            />
          )}
          <CardArea area={board} isNarrow={isNarrow} isStale={isStale} hasLanes={lanes !== undefined}>
            {lanes === undefined
              ? renderColumns(boardColumns)
              : lanes.map((lane) => (
                  <BoardLaneView
                    key={lane.id}
                    lane={lane}
                    className={joinClasses(styles.board, isNarrow && styles.single)}
                    isStatus={laneField?.field_id === statusId}
                    stageOf={laneStageOf}
                  >
                    {renderColumns(lane.columns, lane)}
                  </BoardLaneView>
                ))}
          </CardArea>
        </div>
      )}
      {demand !== null && (
        <Suspense fallback={null}>
          <MoveForm
            tracker={tracker}
            field={field}
            demand={demand}
            onEnd={() => {
              void endDemand()
              takeFocus(demand.artifact.id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface CardAreaProps {
  readonly area: RefObject<HTMLDivElement | null>
  readonly isNarrow: boolean
  readonly isStale: boolean
  readonly hasLanes: boolean
  readonly children: ReactNode
}

/** The columns: one stop of the Tab key, arrow keys move between the cards. */
function CardArea({ area, isNarrow, isStale, hasLanes, children }: CardAreaProps): ReactNode {
  useFocusGroup(area, { items: '[data-card]', direction: 'vertical' })
  return (
    <div
      ref={area}
      className={joinClasses(
        hasLanes ? styles.lanes : styles.board,
        isNarrow && styles.single,
        isStale && styles.stale,
      )}
      aria-busy={isStale}
      data-scrolls
    >
      {children}
    </div>
  )
}

/** The values that a new artifact may have. */
function listInitialIds(tracker: TrackerRepresentation, field: Field): ReadonlySet<string> {
  const initial = limitToInitialStatus(tracker).fields.find(({ field_id }) => field_id === field.field_id) ?? field
  return new Set([...listOptions(initial).map(({ id }) => id), noneId])
}

/** The id of the column next to that of a card; its own one at the edge. */
function findSide(columns: readonly BoardColumn[], card: HTMLElement, step: 1 | -1): string {
  const own = card.closest('[data-column]')?.getAttribute('data-column') ?? ''
  const at = columns.findIndex(({ id }) => id === own)
  return columns[at + step]?.id ?? own
}
