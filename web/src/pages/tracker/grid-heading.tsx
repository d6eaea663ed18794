import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuChoices, MenuItem, MenuSection } from '../../design/menu.tsx'
import { Pressable } from '../../design/pressable.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-grid.module.css'
import type { GridColumn } from './columns.tsx'
import type { SortKey } from './view.ts'

const words = texts.tracker

/** What was done with a column. */
export interface ColumnActions {
  readonly onSort: (name: string, isAdded: boolean, order?: 'ascending' | 'descending') => void
  readonly onMove: (name: string, by: -1 | 1) => void
  /** `isDone`: the pointer was released, or a key pressed. */
  readonly onWidth: (name: string, width: number, isDone: boolean) => void
  readonly onHide: (name: string) => void
  /** Alt and an arrow in one of its cells; returns whether that means something. */
  readonly onKey: (column: GridColumn, event: KeyboardEvent) => boolean
}

interface GridHeadingProps {
  readonly column: GridColumn
  readonly place: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly sort: readonly SortKey[]
  readonly isCursor: boolean
  /** Names of users are left out. */
  readonly isCompact: boolean
  /** Its button is over the end of the heading, and shown when the pointer is there. */
  readonly hasMenu: boolean
  readonly actions: ColumnActions
}

/** Browsers derive these from elements of tables, but some of them only while the elements are arranged as tables. */
export const roles = {
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  rowHeading: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const

export const [narrowest, widest] = [48, 800]
export const widthStep = 16

/** The heading of a column sorts; its menu orders, sizes and hides the column. */
export function GridHeading(props: GridHeadingProps): ReactNode {
  const { column, place, isFirst, isLast, sort, isCursor, isCompact, hasMenu, actions } = props
  const { name, title, sortName, kind, width } = column
  const [isOpen, setOpen] = useState(false)
  const number = sort.findIndex((each) => each.name === sortName)
  const key = sortName === null ? undefined : sort[number]
  const order = key === undefined ? 'none' : key.isDescending ? 'descending' : 'ascending'
  const openByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <th
      {...roles.heading}
      scope="col"
      className={`${styles[kind]} ${styles.head}`}
      aria-sort={sortName === null ? undefined : order}
      data-open={isOpen || undefined}
    >
      <div className={styles.headLine}>
        <button
          type="button"
          className={styles.heading}
          data-cell={place}
          tabIndex={isCursor ? 0 : -1}
          title={sortName === null ? title : words.sortHint}
          aria-keyshortcuts="Alt+ArrowDown"
          onClick={(event) => sortName !== null && actions.onSort(sortName, event.shiftKey)}
          onKeyDown={openByKey}
        >
          {kind === 'users' && isCompact ? (
            <>
              <VisuallyHidden>{title}</VisuallyHidden>
              <Icon name="user" />
            </>
          ) : (
            <span className={styles.line}>{title}</span>
          )}
          {key && (
            <span aria-hidden="true" className={styles.order}>
              {key.isDescending ? '↓' : '↑'}
              {sort.length > 1 && <sup>{number + 1}</sup>}
            </span>
          )}
        </button>
        {hasMenu && (
          <Menu
            label={words.columnMenu(title)}
            isOpen={isOpen}
            onOpenChange={setOpen}
            trigger={
              <Pressable className={styles.menuButton} aria-label={words.columnMenu(title)} tabIndex={-1}>
                <Icon name="chevron-down" />
              </Pressable>
            }
          >
            {sortName !== null && (
              <MenuChoices label={words.sort} isTitled selectedId={order}>
                <MenuItem
                  id="ascending"
                  icon="arrow-up"
                  onAction={() => actions.onSort(sortName, sort.length > 1, 'ascending')}
                >
                  {words.sortAscending}
                </MenuItem>
                <MenuItem
                  id="descending"
                  icon="arrow-down"
                  onAction={() => actions.onSort(sortName, sort.length > 1, 'descending')}
                >
                  {words.sortDescending}
                </MenuItem>
              </MenuChoices>
            )}
            {sortName !== null && key === undefined && sort.length > 0 && (
              <MenuItem icon="plus" onAction={() => actions.onSort(sortName, true, 'ascending')}>
                {words.sortAlso}
              </MenuItem>
            )}
            <MenuSection title={words.column}>
              <MenuItem icon="chevron-left" isDisabled={isFirst} onAction={() => actions.onMove(name, -1)}>
                {words.moveLeft}
              </MenuItem>
              <MenuItem icon="chevron-right" isDisabled={isLast} onAction={() => actions.onMove(name, 1)}>
                {words.moveRight}
              </MenuItem>
              <MenuItem icon="plus" onAction={() => actions.onWidth(name, width + widthStep * 3, true)}>
                {words.wider}
              </MenuItem>
              <MenuItem icon="minus" onAction={() => actions.onWidth(name, width - widthStep * 3, true)}>
                {words.narrower}
              </MenuItem>
              <MenuItem icon="close" isDisabled={isFirst && isLast} onAction={() => actions.onHide(name)}>
                {words.hideColumn}
              </MenuItem>
            </MenuSection>
          </Menu>
        )}
      </div>
      <Handle column={column} onWidth={actions.onWidth} />
    </th>
  )
}

interface HandleProps {
  readonly column: GridColumn
  readonly onWidth: ColumnActions['onWidth']
}

/** Sizes a column by pointer; keys and the menu do so, too. */
function Handle({ column: { name }, onWidth }: HandleProps): ReactNode {
  const start = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget
    const before = handle.parentElement?.getBoundingClientRect().width ?? 0
    const isReversed = getComputedStyle(handle).direction === 'rtl'
    const widthAt = (x: number): number => before + (x - event.clientX) * (isReversed ? -1 : 1)
    handle.setPointerCapture(event.pointerId)
    event.preventDefault()
    const drag = ({ clientX }: globalThis.PointerEvent): void => onWidth(name, widthAt(clientX), false)
    const stop = ({ clientX }: globalThis.PointerEvent): void => {
      handle.removeEventListener('pointermove', drag)
      onWidth(name, widthAt(clientX), true)
    }
    handle.addEventListener('pointermove', drag)
    handle.addEventListener('lostpointercapture', stop, { once: true })
  }
  return <div className={styles.handle} aria-hidden="true" onPointerDown={start} />
}
