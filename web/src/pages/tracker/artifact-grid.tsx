import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { describeMoment } from '../../design/date-time.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { useMedia } from '../../design/use-media.ts'
import styles from './artifact-grid.module.css'
import type { RowTree } from './children/use-child-rows.tsx'
import type { GridColumn } from './columns.tsx'
import { GridHead } from './grid-head.tsx'
import type { ColumnActions } from './grid-heading.tsx'
import { GridRows, type GridRowsHandle } from './grid-rows.tsx'
import type { GroupLook } from './grouping/group-row.tsx'
import type { RowGroup } from './grouping/place-groups.ts'
import { type Cursor, findListPlace, useListPlace } from './list-place.ts'
import { maxSelected } from './selection.ts'
import type { SortKey } from './view.ts'

export interface GridHandle {
  /** Moves the focus to the cell of the cursor. */
  focus(): void
  /** The same after the next move. */
  focusSoon(): void
}

/** What was done with a row. */
export interface RowActions {
  readonly onOpen: (row: number) => void
  readonly onPeek: (row: number) => void
  /** By key: the open artifact follows. */
  readonly onMove: (cursor: Cursor, isExtending: boolean) => void
  /** The focus is in another cell. */
  readonly onFocus: (cursor: Cursor) => void
  readonly onSelect: (row: number, how: 'toggle' | 'extend') => void
  readonly onSelectAll: (isSelected: boolean) => void
  /** Opens or closes a group. */
  readonly onToggle: (group: RowGroup) => void
}

interface ArtifactGridProps {
  readonly ref: Ref<GridHandle>
  readonly label: string
  readonly headings: readonly GridColumn[]
  /** The cells of each row: as many as headings, or one for all of them. */
  readonly columns: readonly GridColumn[]
  readonly sort: readonly SortKey[]
  /** The number of rows. */
  readonly total: number
  /** How many of them are artifacts. */
  readonly artifactCount: number
  readonly isStale: boolean
  /** The group of which a row is the heading; undefined: it is an artifact. */
  readonly groupAt: (index: number) => RowGroup | undefined
  readonly groupLook: GroupLook
  /** Rows under others. */
  readonly tree: RowTree
  /** The artifact of a row; undefined while it is loaded. */
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
  /** Calls a listener when rows arrive or change. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => unknown
  /** Rows that are in view, or near. */
  readonly onRange: (first: number, last: number) => void
  readonly cursor: Cursor
  readonly selected: ReadonlySet<number>
  /** Artifacts that are not in the list any more, but keep their rows. */
  readonly left: ReadonlySet<number>
  /** The artifact next to the list. */
  readonly peeked: number | null
  /** Names of users are left out. */
  readonly isCompact: boolean
  /** Each row has two lines, and there is no line of headings. */
  readonly isNarrow: boolean
  readonly canSelect: boolean
  readonly rowActions: RowActions
  readonly columnActions: ColumnActions
  /** Below the rows, wherever they are scrolled to. */
  readonly foot: ReactNode
  /** Above the rows, and scrolled with them. */
  readonly children: ReactNode
}

const headHeight = 32
const touchHeight = 44

/** Rows of one height, of which only those in view are in the document. It is one stop of the Tab key. */
export function ArtifactGrid(props: ArtifactGridProps): ReactNode {
  const { ref, label, headings, columns, sort, total, isStale, rowAt, subscribe, getSnapshot, onRange, cursor } = props
  const {
    artifactCount,
    groupAt,
    groupLook,
    tree,
    selected,
    peeked,
    left,
    isCompact,
    isNarrow,
    canSelect,
    rowActions,
    columnActions,
    foot,
    children,
  } = props
  const scroller = useRef<HTMLElement>(null)
  const isCoarse = useMedia('(pointer: coarse)')
  const head = isNarrow ? 0 : isCoarse ? touchHeight : headHeight
  const headRows = isNarrow ? 0 : 1
  const cursorRow = Math.min(cursor.row, total - 1)
  const rows = useRef<GridRowsHandle>(null)

  const mustFocus = useRef(false)
  const lastOf = (index: number): number => (index < 0 ? headings : columns).length - (canSelect ? 0 : 1)
  const columnCount = lastOf(isNarrow ? 0 : -1) + 1
  /** The cell that shows the level of a row, and opens it. */
  const treeColumn = findTitle(columns) + (canSelect ? 1 : 0)
  const { row } = cursor
  const lastColumn = lastOf(row)
  const column = Math.min(cursor.column, lastColumn)
  const returned = useRef(findListPlace())
  useListPlace(() => {
    const { activeElement } = document
    const hasFocus = scroller.current?.contains(activeElement) === true
    // The focus may be on a link.
    const focusedRow = (hasFocus && activeElement ? indexAt(activeElement) : undefined) ?? row
    return { top: rows.current?.getTop() ?? 0, cursor: { row: focusedRow, column }, hasFocus }
  })
  useLayoutEffect(() => {
    const place = returned.current
    returned.current = undefined
    if (place !== undefined && scroller.current !== null) scroller.current.scrollTop = place.top
    else if (row >= 0) rows.current?.scrollToRow(row)
    if (place?.hasFocus) cellAt(scroller.current, { row, column })?.focus({ preventScroll: true })
    if (!mustFocus.current) return
    mustFocus.current = false
    cellAt(scroller.current, { row, column })?.focus()
  }, [row, column])
  useImperativeHandle(ref, () => ({
    focus() {
      cellAt(scroller.current, { row, column })?.focus({ preventScroll: true })
    },
    focusSoon() {
      mustFocus.current = true
      cellAt(scroller.current, { row, column })?.focus({ preventScroll: true })
      // Only the move that comes with this key.
      setTimeout(() => {
        mustFocus.current = false
      })
    },
  }))

  const move = (next: Partial<Cursor>, isExtending = false): void => {
    const nextRow = Math.max(isExtending ? 0 : -headRows, Math.min(total - 1, next.row ?? row))
    const to = { row: nextRow, column: Math.max(0, Math.min(lastOf(nextRow), next.column ?? column)) }
    mustFocus.current = true
    rowActions.onMove(to, isExtending)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !isCell(event.target)) return
    const key = headings[column - (canSelect ? 1 : 0)]
    if (event.altKey) {
      if (key === undefined || !columnActions.onKey(key, event)) return
      event.preventDefault()
      return
    }
    const group = groupAt(row)
    if (group !== undefined && isToggle(event, group.isOpen)) {
      event.preventDefault()
      rowActions.onToggle(group)
      return
    }
    // Its button has these keys.
    const isButton = group !== undefined || isNote(tree, row)
    if (isButton && (event.key === 'Enter' || event.key === ' ')) return
    const isOpen = column === treeColumn ? tree.isOpenAt(row) : undefined
    if (isOpen !== undefined && isToggle(event, isOpen)) {
      event.preventDefault()
      tree.onToggle(row)
      return
    }
    const parent = event.key === 'ArrowLeft' && column === 0 ? tree.findParent(row) : undefined
    if (parent !== undefined) {
      event.preventDefault()
      move({ row: parent })
      return
    }
    // Read here, because reading it while rows are rendered computes the layout.
    const page = Math.max(1, (rows.current?.countInView() ?? 0) - 2)
    const action = keyAction(event, { move, row, column, lastColumn, page, total, canSelect, rowActions })
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  const onClick = (event: MouseEvent): void => {
    const index = indexAt(event.target)
    if (index === undefined || event.defaultPrevented) return
    const target = event.target as Element
    const group = groupAt(index)
    if (group !== undefined) rowActions.onToggle(group)
    else if (target.closest('[data-disclosure]') !== null) {
      target.closest<HTMLElement>('[data-cell]')?.focus()
      tree.onToggle(index)
    } else if (canSelect && target.closest('[data-cell="0"]') !== null) {
      // Shortcuts work in cells, not in inputs.
      target.closest<HTMLElement>('[data-cell]')?.focus()
      rowActions.onSelect(index, event.shiftKey ? 'extend' : 'toggle')
    } else if (target.closest('a, button') !== null) return
    else if (event.shiftKey && canSelect) rowActions.onSelect(index, 'extend')
    else if ((event.ctrlKey || event.metaKey) && canSelect) rowActions.onSelect(index, 'toggle')
    else if (getSelection()?.isCollapsed !== false) rowActions.onPeek(index)
  }
  const showHint = ({ target }: FocusEvent | PointerEvent): void => {
    const cell = findCell(target)
    const artifact = rowAt(indexAt(target) ?? -1)
    const column = cell === undefined ? undefined : columns[Number(cell.dataset['cell']) - (canSelect ? 1 : 0)]
    if (isNarrow || cell === undefined || artifact === undefined || column === undefined) return
    const moment = cell.querySelector('time')?.dateTime
    cell.title = column.hint?.(artifact) ?? (moment === undefined ? cell.innerText : describeMoment(moment))
  }
  const hideHint = ({ target, relatedTarget }: FocusEvent | PointerEvent): void => {
    const cell = findCell(target)
    if (cell !== findCell(relatedTarget)) cell?.removeAttribute('title')
  }
  const onFocus = (event: FocusEvent): void => {
    const { target } = event
    showHint(event)
    if (!isCell(target)) return
    const place = {
      row: Number(target.closest<HTMLElement>('[data-row]')?.dataset['row']),
      column: Number(target.getAttribute('data-cell')),
    }
    if (place.row !== row || place.column !== column) rowActions.onFocus(place)
  }
  const latest = useRef(rowActions)
  latest.current = rowActions
  // The same for the line of headings, whatever rows arrive.
  const selectAll = useCallback((isSelected: boolean) => latest.current.onSelectAll(isSelected), [])
  const [isAll, isSome] = [
    selected.size > 0 && selected.size >= Math.min(artifactCount, maxSelected),
    selected.size > 0,
  ]
  const grid = { role: tree.hasLevels ? 'treegrid' : 'grid', 'aria-multiselectable': canSelect || undefined }
  return (
    <div className={styles.place}>
      <section
        ref={scroller}
        className={joinClasses(
          styles.scroller,
          isStale && styles.stale,
          isSome && styles.selecting,
          peeked !== null && styles.peeking,
        )}
        aria-label={label}
      >
        <table
          {...grid}
          className={joinClasses(styles.table, isNarrow && styles.narrow)}
          aria-label={label}
          aria-rowcount={total + headRows}
          aria-colcount={columnCount}
          style={isNarrow ? undefined : sizeTable(columns, canSelect)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={hideHint}
          onPointerOver={showHint}
          onPointerOut={hideHint}
          onClick={onClick}
        >
          {!isNarrow && (
            <GridHead
              columns={headings}
              sort={sort}
              cursorColumn={row === -1 ? column : null}
              isCompact={isCompact}
              canSelect={canSelect}
              selection={isAll ? 'all' : isSome ? 'some' : 'none'}
              onSelectAll={selectAll}
              actions={columnActions}
            />
          )}
          <GridRows
            ref={rows}
            head={head}
            total={total}
            groupAt={groupAt}
            groupLook={groupLook}
            tree={tree}
            treeColumn={treeColumn}
            rowAt={rowAt}
            subscribe={subscribe}
            getSnapshot={getSnapshot}
            onRange={onRange}
            columns={columns}
            columnCount={columnCount}
            cursorRow={cursorRow}
            cursorColumn={column}
            selected={selected}
            left={left}
            peeked={peeked}
            isCompact={isCompact}
            isNarrow={isNarrow}
            canSelect={canSelect}
          />
        </table>
        {children}
      </section>
      {foot}
    </div>
  )
}

const boxWidth = 44

/** The widths of the cells of all rows; flexible columns share what is left. */
function sizeTable(columns: readonly GridColumn[], canSelect: boolean): CSSProperties {
  const width = columns.reduce((sum, each) => sum + each.width, canSelect ? boxWidth : 0)
  const tracks = columns.map((each) => (each.isFlexible ? 'minmax(0, 1fr)' : `${each.width}px`))
  return {
    '--columns': [...(canSelect ? [`${boxWidth}px`] : []), ...tracks].join(' '),
    minInlineSize: width,
    inlineSize: columns.some(({ isFlexible }) => isFlexible) ? undefined : width,
  } as CSSProperties
}

/** The element of a cell that takes the focus. */
const cellAt = (grid: HTMLElement | null, { row, column }: Cursor): HTMLElement | undefined =>
  grid?.querySelector<HTMLElement>(`[data-row="${row}"] [data-cell="${column}"]`) ?? undefined

/** The cell of a row around an element. */
const findCell = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('tbody [data-cell]')) || undefined

/** Arrows open and close the group, or the children, of the row that has the focus. */
const isToggle = ({ key, ctrlKey, metaKey }: KeyboardEvent, isOpen: boolean): boolean =>
  !ctrlKey && !metaKey && key === (isOpen ? 'ArrowLeft' : 'ArrowRight')

const findTitle = (columns: readonly GridColumn[]): number =>
  Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'title'),
  )

/** Whether a row stands for children that are not loaded. */
export function isNote({ childAt }: RowTree, row: number): boolean {
  const child = childAt(row)
  return child !== undefined && child.kind !== 'child'
}

/** The row of an artifact or group around an element. */
function indexAt(target: EventTarget): number | undefined {
  const index = target instanceof Element ? target.closest<HTMLElement>('tbody [data-row]')?.dataset['row'] : undefined
  return index === undefined ? undefined : Number(index)
}

const isCell = (target: EventTarget): target is HTMLElement =>
  target instanceof Element && target.hasAttribute('data-cell')

interface KeyContext extends Cursor {
  readonly move: (next: Partial<Cursor>, isExtending?: boolean) => void
  readonly lastColumn: number
  readonly page: number
  readonly total: number
  readonly canSelect: boolean
  readonly rowActions: RowActions
}

/** What a key does in a cell. The shortcuts of the page, such as `j`, also work outside of the grid. */
function keyAction(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { move, row, column, lastColumn, page, total, canSelect, rowActions }: KeyContext,
): (() => void) | undefined {
  const isHeading = row < 0
  const isExtending = shiftKey && canSelect
  if (ctrlKey || metaKey) {
    if (key === 'Home') return () => move({ row: 0, column: 0 })
    if (key === 'End') return () => move({ row: total - 1, column: lastColumn })
    if (key === 'a' && canSelect) return () => rowActions.onSelectAll(true)
    return undefined
  }
  switch (key) {
    case 'ArrowDown':
      return () => move({ row: row + 1 }, isExtending && !isHeading)
    case 'ArrowUp':
      return () => move({ row: row - 1 }, isExtending && !isHeading)
    case 'ArrowLeft':
      return () => move({ column: column - 1 })
    case 'ArrowRight':
      return () => move({ column: column + 1 })
    case 'PageDown':
      return () => move({ row: row + page })
    case 'PageUp':
      return () => move({ row: Math.max(0, row - page) })
    case 'Home':
      return () => move({ column: 0 })
    case 'End':
      return () => move({ column: lastColumn })
    default:
      break
  }
  if (isHeading) return key === ' ' && column === 0 && canSelect ? () => rowActions.onSelectAll(true) : undefined
  switch (key) {
    case 'Enter':
    case 'o':
      return () => rowActions.onOpen(row)
    case ' ':
      return canSelect && (shiftKey || column === 0)
        ? () => rowActions.onSelect(row, 'toggle')
        : () => rowActions.onPeek(row)
    default:
      return undefined
  }
}
