import { memo, type ReactNode } from 'react'
import type { StatusStage } from '../../../artifact/status-mark.tsx'
import { formatNumber } from '../../../design/format-number.ts'
import { Icon } from '../../../design/icon.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from '../artifact-grid.module.css'
import { ColumnMark } from '../board/column-mark.tsx'
import { listSums, type SumColumn } from '../columns.tsx'
import { roles } from '../grid-heading.tsx'
import type { RowGroup } from './place-groups.ts'

/** How the values of the field of the groups look. */
export interface GroupLook {
  readonly isStatus: boolean
  readonly stageOf: (id: string) => StatusStage
  /** The columns whose sums each heading has. */
  readonly sumColumns: readonly SumColumn[]
}

interface GroupRowProps {
  readonly group: RowGroup
  readonly look: GroupLook
  readonly index: number
  /** The place of the row among all lines of the table, from 1 on. */
  readonly line: number
  /** Below the headings, in pixels. */
  readonly top: number
  readonly columnCount: number
  /** The column with the cursor; null: another row has it. */
  readonly cursorColumn: number | null
}

/** The heading of a group of rows, which opens and closes it. */
export const GroupRow = memo((props: GroupRowProps): ReactNode => {
  const { group, look, index, line, top, columnCount, cursorColumn } = props
  const { id, option, hasMark, size, sums, isOpen } = group
  const { sumColumns, ...mark } = look
  return (
    <tr
      {...roles.row}
      aria-rowindex={line}
      data-row={index}
      style={{ translate: `0 ${top}px`, background: 'var(--surface-0)' }}
      className={cursorColumn === null ? undefined : styles.cursor}
    >
      <td {...roles.cell} colSpan={columnCount} aria-colspan={columnCount} style={{ gridColumn: '1 / -1' }}>
        <button
          type="button"
          className={styles.heading}
          // It takes the focus in whatever column the cursor is.
          data-cell={cursorColumn ?? 0}
          tabIndex={cursorColumn === null ? -1 : 0}
          aria-expanded={isOpen}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          {hasMark && <ColumnMark id={id} option={option} {...mark} />}
          <span>{option.label}</span>{' '}
          <span className={styles.reference} aria-hidden="true">
            {formatNumber(size)}
          </span>
          <VisuallyHidden>{texts.tracker.total(size)}</VisuallyHidden>
          {listSums(sumColumns, sums).map(({ field, title, text }) => (
            <span key={field} className={styles.sum}>
              {' '}
              {title} {text}
            </span>
          ))}
        </button>
      </td>
    </tr>
  )
})
