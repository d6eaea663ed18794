import { memo, type ReactNode } from 'react'
import { useIsPainted } from '../../design/after-paint.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './artifact-grid.module.css'
import type { GridColumn } from './columns.tsx'
import { type ColumnActions, GridHeading, roles } from './grid-heading.tsx'
import type { SortKey } from './view.ts'

interface GridHeadProps {
  readonly columns: readonly GridColumn[]
  readonly sort: readonly SortKey[]
  /** The column with the cursor; null: a row has it. */
  readonly cursorColumn: number | null
  /** Names of users are left out. */
  readonly isCompact: boolean
  readonly canSelect: boolean
  /** Which of the rows are selected. */
  readonly selection: 'none' | 'some' | 'all'
  readonly onSelectAll: (isSelected: boolean) => void
  readonly actions: ColumnActions
}

/** The line of headings. It is not rendered again while the rows are scrolled. */
export const GridHead = memo((props: GridHeadProps): ReactNode => {
  const { columns, sort, cursorColumn, isCompact, canSelect, selection, onSelectAll, actions } = props
  const hasMenus = useIsPainted()
  return (
    <thead>
      <tr {...roles.row} aria-rowindex={1} data-row={-1}>
        {canSelect && (
          <th
            {...roles.heading}
            scope="col"
            className={styles.box}
            data-cell={0}
            tabIndex={cursorColumn === 0 ? 0 : -1}
          >
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={texts.tracker.selectAll}
              checked={selection === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = selection === 'some'
              }}
              onChange={() => onSelectAll(selection === 'none')}
            />
          </th>
        )}
        {columns.map((each, index) => {
          const place = index + (canSelect ? 1 : 0)
          return (
            <GridHeading
              key={each.name}
              column={each}
              place={place}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              sort={sort}
              isCursor={cursorColumn === place}
              isCompact={isCompact}
              hasMenu={hasMenus}
              actions={actions}
            />
          )
        })}
      </tr>
    </thead>
  )
})
