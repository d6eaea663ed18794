import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { useIsPainted } from '../../design/after-paint.tsx'
import { describeMoment } from '../../design/date-time.tsx'
import { HintsContext } from '../../design/hints.ts'
import { joinClasses } from '../../design/join-classes.ts'
import { useMedia } from '../../design/use-media.ts'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-grid.module.css'
import type { GridColumn } from './columns.tsx'
import { GridHead } from './grid-head.tsx'
import { type ColumnActions, roles } from './grid-heading.tsx'
import { useShownRows } from './use-shown-rows.ts'
import type { SortKey } from './view.ts'

const words = texts.tracker

/** The cell that has or takes the focus. Row -1 is the heading; the first column is the one of the boxes. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

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
}

interface ArtifactGridProps {
  readonly ref: Ref<GridHandle>
  readonly label: string
  readonly headings: readonly GridColumn[]
  /** The cells of each row: as many as headings, or one for all of them. */
  readonly columns: readonly GridColumn[]
  readonly sort: readonly SortKey[]
  readonly total: number
  readonly isStale: boolean
  /** The artifact of a row; undefined while it is loaded. */
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
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
}

/** The first frame of the page has these, and the next one the rest: the page is there sooner. */
const firstRows = 6
/** As many as the highest screens show. */
const maxRows = 500
const headHeight = 32
const touchHeight = 44

/** Rows of one height, of which only those in view are in the document. It is one stop of the Tab key. */
export function ArtifactGrid(props: ArtifactGridProps): ReactNode {
  const { ref, label, headings, columns, sort, total, isStale, rowAt, onRange, cursor, selected, peeked } = props
  const { left, isCompact, isNarrow, canSelect, rowActions, columnActions, foot } = props
  const scroller = useRef<HTMLElement>(null)
  const isCoarse = useMedia('(pointer: coarse)')
  const head = isNarrow ? 0 : isCoarse ? touchHeight : headHeight
  const headRows = isNarrow ? 0 : 1
  const cursorRow = Math.min(cursor.row, total - 1)
  const isPainted = useIsPainted()
  const { rows, rowHeight, wanted, scrollToRow } = useShownRows({
    scroller,
    total,
    head,
    ahead: isPainted ? 8 : 0,
    behind: isPainted ? 1 : 0,
    most: isPainted ? maxRows : firstRows,
    kept: cursorRow,
  })
  const [firstWanted, lastWanted] = wanted
  useLayoutEffect(() => onRange(firstWanted, lastWanted), [firstWanted, lastWanted, onRange])

  const mustFocus = useRef(false)
  const lastOf = (index: number): number => (index < 0 ? headings : columns).length - (canSelect ? 0 : 1)
  const columnCount = lastOf(isNarrow ? 0 : -1) + 1
  const { row } = cursor
  const lastColumn = lastOf(row)
  const column = Math.min(cursor.column, lastColumn)
  useLayoutEffect(() => {
    if (row >= 0) scrollToRow(row)
    if (!mustFocus.current) return
    mustFocus.current = false
    cellAt(scroller.current, { row, column })?.focus()
  }, [row, column, scrollToRow])
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
    // Read here, because reading it while rows are rendered computes the layout.
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const action = keyAction(event, { move, row, column, lastColumn, page, total, canSelect, rowActions })
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  const indexAt = (target: EventTarget): number | undefined => {
    const found =
      target instanceof Element ? target.closest<HTMLElement>('tbody [data-row]')?.dataset['row'] : undefined
    return found === undefined ? undefined : Number(found)
  }
  const onClick = (event: MouseEvent): void => {
    const index = indexAt(event.target)
    if (index === undefined || event.defaultPrevented) return
    const target = event.target as Element
    if (canSelect && target.closest('[data-cell="0"]') !== null) {
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
  const [isAll, isSome] = [selected.size > 0 && selected.size >= Math.min(total, maxSelected), selected.size > 0]
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
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid
          role="grid"
          className={joinClasses(styles.table, isNarrow && styles.narrow)}
          aria-label={label}
          aria-rowcount={total + headRows}
          aria-colcount={columnCount}
          aria-multiselectable={canSelect || undefined}
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
          <tbody style={{ blockSize: total * rowHeight }}>
            <HintsContext value={isNarrow}>
              {rows.map(({ element, index }) => {
                const artifact = rowAt(index)
                return (
                  <Row
                    key={element}
                    index={index}
                    top={index * rowHeight}
                    artifact={artifact}
                    columns={columns}
                    isNarrow={isNarrow}
                    cursorColumn={index === cursorRow ? column : null}
                    isSelected={artifact !== undefined && selected.has(artifact.id)}
                    isPeeked={artifact !== undefined && artifact.id === peeked}
                    hasLeft={artifact !== undefined && left.has(artifact.id)}
                    isCompact={isCompact}
                    canSelect={canSelect}
                  />
                )
              })}
            </HintsContext>
          </tbody>
        </table>
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

/** As many as one change can have. */
export const maxSelected = 1000

const tabIndexOf = (isCursor: boolean): number => (isCursor ? 0 : -1)

/** The element of a cell that takes the focus. */
const cellAt = (grid: HTMLElement | null, { row, column }: Cursor): HTMLElement | undefined =>
  grid?.querySelector<HTMLElement>(`[data-row="${row}"] [data-cell="${column}"]`) ?? undefined

/** The cell of a row around an element. */
const findCell = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('tbody [data-cell]')) || undefined

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

interface RowProps {
  readonly index: number
  /** Below the headings, in pixels. */
  readonly top: number
  readonly artifact: ArtifactRepresentation | undefined
  readonly columns: readonly GridColumn[]
  readonly isNarrow: boolean
  /** The column with the cursor; null: another row has it. */
  readonly cursorColumn: number | null
  readonly isSelected: boolean
  readonly isPeeked: boolean
  readonly hasLeft: boolean
  readonly isCompact: boolean
  readonly canSelect: boolean
}

const Row = memo((props: RowProps): ReactNode => {
  const { index, top, artifact, columns, isNarrow, cursorColumn, isSelected } = props
  const { isPeeked, hasLeft, isCompact, canSelect } = props
  const mark = isNarrow && artifact ? columns[0]?.mark?.(artifact) : undefined
  return (
    <tr
      {...roles.row}
      aria-rowindex={index + (isNarrow ? 1 : 2)}
      data-row={index}
      style={{ translate: `0 ${top}px` }}
      aria-selected={canSelect ? isSelected : undefined}
      aria-current={isPeeked ? 'true' : undefined}
      className={joinClasses(
        cursorColumn !== null && styles.cursor,
        isSelected && styles.selected,
        hasLeft && styles.left,
      )}
    >
      {canSelect && (
        <td
          {...roles.cell}
          className={joinClasses(styles.box, Boolean(mark) && styles.marked)}
          data-cell={0}
          tabIndex={tabIndexOf(cursorColumn === 0)}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            readOnly
            aria-label={words.selectOne(artifact?.xref ?? '')}
          />
          {mark && <span className={styles.rowMark}>{mark}</span>}
        </td>
      )}
      {columns.map((column, n) => {
        const place = n + (canSelect ? 1 : 0)
        const own = { 'data-cell': place, tabIndex: tabIndexOf(cursorColumn === place) }
        const kind = styles[column.kind]
        const content = artifact && column.cell(artifact, isCompact)
        return column.kind === 'title' ? (
          <th key={column.name} {...roles.rowHeading} scope="row" {...own} className={kind}>
            <div className={styles.line}>
              {!canSelect && mark && <span className={styles.rowMark}>{mark}</span>}
              {content}
              {hasLeft && <span className={styles.leftNote}>{words.hasLeft}</span>}
            </div>
          </th>
        ) : (
          <td key={column.name} {...roles.cell} {...own} className={joinClasses(styles.cell, kind)}>
            {content}
          </td>
        )
      })}
    </tr>
  )
})
