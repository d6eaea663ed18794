import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { useIsPainted } from '../../design/after-paint.tsx'
import { HintsContext } from '../../design/hints.ts'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { rowGroupsTexts } from '../../texts/part-texts/row-groups-texts.ts'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-grid.module.css'
import { levelWidth } from './children/place-children.ts'
import type { RowTree } from './children/use-child-rows.tsx'
import type { GridColumn } from './columns.tsx'
import { roles } from './grid-heading.tsx'
import { type GroupLook, GroupRow } from './grouping/group-row.tsx'
import type { RowGroup } from './grouping/place-groups.ts'
import { findScroller, useShownRows } from './use-shown-rows.ts'

const ChildNote = lazy(() => import('./children/child-note.tsx').then((file) => ({ default: file.ChildNote })))

const words = texts.tracker

export interface GridRowsHandle {
  /** Scrolls as little as possible. */
  readonly scrollToRow: (index: number) => void
  /** How many rows are in view. */
  readonly countInView: () => number
  /** How far the rows are scrolled, in pixels. */
  readonly getTop: () => number
}

interface GridRowsProps {
  readonly ref: Ref<GridRowsHandle>
  /** Of the line of headings, in pixels. */
  readonly head: number
  readonly total: number
  /** The group of which a row is the heading; undefined: it is an artifact. */
  readonly groupAt: (index: number) => RowGroup | undefined
  readonly groupLook: GroupLook
  readonly tree: RowTree
  /** The cell that shows the level of a row, and opens it. */
  readonly treeColumn: number
  /** The artifact of a row; undefined while it is loaded. */
  readonly rowAt: (index: number) => ArtifactRepresentation | undefined
  /** Calls a listener when rows arrive or change. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => unknown
  /** Rows that are in view, or near. */
  readonly onRange: (first: number, last: number) => void
  readonly columns: readonly GridColumn[]
  readonly columnCount: number
  readonly cursorRow: number
  readonly cursorColumn: number
  readonly selected: ReadonlySet<number>
  readonly left: ReadonlySet<number>
  readonly peeked: number | null
  readonly isCompact: boolean
  readonly isNarrow: boolean
  readonly canSelect: boolean
}

/** The first frame of the page has these, and the next one the rest: the page is there sooner. */
const firstRows = 6
/** As many as the highest screens show. */
const maxRows = 500

/** The rows in view. While the list is scrolled, and when pages arrive, nothing else of the page is rendered. */
export function GridRows(props: GridRowsProps): ReactNode {
  const { ref, head, total, groupAt, groupLook, rowAt, subscribe, getSnapshot, onRange, columns, columnCount } = props
  const { tree, treeColumn, cursorRow, cursorColumn, selected, left, peeked, isCompact, isNarrow, canSelect } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const isPainted = useIsPainted()
  const { rows, rowHeight, wantedRange, scrollToRow, getTop } = useShownRows({
    body,
    total,
    head,
    ahead: isPainted ? 8 : 0,
    behind: isPainted ? 1 : 0,
    most: isPainted ? maxRows : firstRows,
    keptRow: cursorRow,
  })
  const [firstWanted, lastWanted] = wantedRange
  useLayoutEffect(() => onRange(firstWanted, lastWanted), [firstWanted, lastWanted, onRange])
  useSyncExternalStore(subscribe, getSnapshot)
  useImperativeHandle(ref, () => ({
    scrollToRow,
    getTop,
    // Read when it is needed, because reading it while rows are rendered computes the layout.
    countInView: () => Math.floor((findScroller(body)?.clientHeight ?? 0) / rowHeight),
  }))
  return (
    <tbody ref={body} style={{ blockSize: total * rowHeight }}>
      <HintsContext value={isNarrow}>
        {rows.map(({ element, index }) => {
          const artifact = rowAt(index)
          const group = groupAt(index)
          const line = index + (isNarrow ? 1 : 2)
          const place = { index, line, top: index * rowHeight }
          if (group !== undefined)
            return (
              <GroupRow
                key={element}
                {...place}
                group={group}
                look={groupLook}
                columnCount={columnCount}
                cursorColumn={index === cursorRow ? cursorColumn : null}
              />
            )
          const child = tree.childAt(index)
          if (child !== undefined && child.kind !== 'child')
            return (
              <Suspense key={element} fallback={null}>
                <ChildNote
                  {...place}
                  child={child}
                  columnCount={columnCount}
                  cursorColumn={index === cursorRow ? cursorColumn : null}
                  onMore={tree.onMore}
                />
              </Suspense>
            )
          const isOpen = tree.isOpenAt(index)
          return (
            <Row
              key={element}
              {...place}
              artifact={artifact}
              columns={child === undefined ? columns : tree.columnsOf(child, columns)}
              level={tree.hasLevels ? (child?.level ?? 1) : undefined}
              isOpen={isOpen}
              treeColumn={treeColumn}
              isNarrow={isNarrow}
              cursorColumn={index === cursorRow ? cursorColumn : null}
              isSelected={artifact !== undefined && selected.has(artifact.id)}
              isPeeked={artifact !== undefined && artifact.id === peeked}
              hasLeft={artifact !== undefined && left.has(artifact.id)}
              isCompact={isCompact}
              canSelect={canSelect}
              isSelectable={child === undefined}
            />
          )
        })}
      </HintsContext>
    </tbody>
  )
}

interface RowProps {
  readonly index: number
  /** The place of the row among all lines of the table, from 1 on. */
  readonly line: number
  /** Below the headings, in pixels. */
  readonly top: number
  readonly artifact: ArtifactRepresentation | undefined
  readonly columns: readonly GridColumn[]
  readonly isNarrow: boolean
  /** From 1 on; undefined: no row has children. */
  readonly level: number | undefined
  /** Whether its children are shown; undefined: it has none. */
  readonly isOpen: boolean | undefined
  readonly treeColumn: number
  /** The column with the cursor; null: another row has it. */
  readonly cursorColumn: number | null
  readonly isSelected: boolean
  readonly isPeeked: boolean
  readonly hasLeft: boolean
  readonly isCompact: boolean
  readonly canSelect: boolean
  /** Children have no box. */
  readonly isSelectable: boolean
}

const tabIndexOf = (isCursor: boolean): number => (isCursor ? 0 : -1)

const Row = memo((props: RowProps): ReactNode => {
  const { index, line, top, artifact, columns, isNarrow, cursorColumn, isSelected } = props
  const { level, isOpen, treeColumn, isPeeked, hasLeft, isCompact, canSelect, isSelectable } = props
  // No elements of their own for rows without children: each costs a part of each frame of a list that is scrolled.
  const indent = level === undefined ? undefined : (level - (isOpen === undefined ? 0 : 1)) * levelWidth
  const treeStyle: CSSProperties | undefined =
    indent === undefined
      ? undefined
      : { ...(isOpen !== undefined && { display: 'flex', alignItems: 'center' }), paddingInlineStart: indent }
  const disclosure = level !== undefined && artifact !== undefined && isOpen !== undefined && (
    <Disclosure artifact={artifact} isOpen={isOpen} />
  )
  const mark = isNarrow && artifact ? columns[0]?.mark?.(artifact) : undefined
  return (
    <tr
      {...roles.row}
      aria-rowindex={line}
      data-row={index}
      style={{ translate: `0 ${top}px` }}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={canSelect && isSelectable ? isSelected : undefined}
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
          {isSelectable && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isSelected}
              readOnly
              aria-label={words.selectOne(artifact?.xref ?? '')}
            />
          )}
          {mark && <span className={styles.rowMark}>{mark}</span>}
        </td>
      )}
      {columns.map((column, n) => {
        const place = n + (canSelect ? 1 : 0)
        const own = { 'data-cell': place, tabIndex: tabIndexOf(cursorColumn === place) }
        const kind = styles[column.kind]
        const content = artifact && column.cell(artifact, isCompact)
        const isTree = place === treeColumn && treeStyle !== undefined
        const isClipped = artifact && !(column.width >= column.usualWidth && column.fits?.(artifact) === true)
        return column.kind === 'title' ? (
          <th key={column.name} {...roles.rowHeading} scope="row" {...own} className={kind}>
            <div className={styles.line} style={isTree ? treeStyle : undefined}>
              {isTree && disclosure}
              {!canSelect && mark && <span className={styles.rowMark}>{mark}</span>}
              {content}
              {hasLeft && <span className={styles.leftNote}>{words.hasLeft}</span>}
            </div>
          </th>
        ) : (
          <td
            key={column.name}
            {...roles.cell}
            {...own}
            className={joinClasses(styles.cell, isClipped && styles.clipped, kind)}
          >
            {isTree ? (
              <div style={treeStyle}>
                {disclosure}
                {content}
              </div>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
})

interface DisclosureProps {
  readonly artifact: ArtifactRepresentation
  readonly isOpen: boolean
}

/** Shows and hides the children of an artifact; the grid listens to it. */
function Disclosure({ artifact: { xref, children }, isOpen }: DisclosureProps): ReactNode {
  const { total, open } = children ?? { total: 0, open: 0 }
  const label = rowGroupsTexts.childrenOf(xref, rowGroupsTexts.children(total - open, total))
  return (
    <button
      type="button"
      className={styles.heading}
      style={{ flex: 'none', justifyContent: 'center', inlineSize: levelWidth }}
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      data-disclosure
    >
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
    </button>
  )
}
