import type { ReactNode } from 'react'
import { texts } from '../../../texts/texts.ts'
import styles from '../artifact-grid.module.css'
import { roles } from '../grid-heading.tsx'
import { type ChildRow, levelWidth } from './place-children.ts'

interface ChildNoteProps {
  readonly child: ChildRow
  readonly index: number
  /** The place of the row among all lines of the table, from 1 on. */
  readonly line: number
  /** Below the headings, in pixels. */
  readonly top: number
  readonly columnCount: number
  /** The column with the cursor; null: another row has it. */
  readonly cursorColumn: number | null
  readonly onMore: (child: ChildRow) => void
}

/** The row after the children of an artifact that are loaded: there are more, they are loaded, or that has failed. */
export function ChildNote({ child, index, line, top, columnCount, cursorColumn, onMore }: ChildNoteProps): ReactNode {
  const { kind, level, list } = child
  const missing = (list?.total ?? 0) - (list?.items.length ?? 0)
  // It takes the focus in whatever column the cursor is.
  const focused = { 'data-cell': cursorColumn ?? 0, tabIndex: cursorColumn === null ? -1 : 0 }
  const className = styles.heading
  const style = { marginInlineStart: (level - 1) * levelWidth, fontWeight: 400 }
  return (
    <tr
      {...roles.row}
      aria-rowindex={line}
      aria-level={level}
      data-row={index}
      style={{ translate: `0 ${top}px` }}
      className={cursorColumn === null ? undefined : styles.cursor}
    >
      <td {...roles.cell} colSpan={columnCount} aria-colspan={columnCount} style={{ gridColumn: '1 / -1' }}>
        {kind === 'loading' ? (
          <div {...focused} className={className} style={style} role="status">
            {texts.states.loading}
          </div>
        ) : (
          <button {...focused} type="button" className={className} style={style} onClick={() => onMore(child)}>
            {kind === 'more' ? (
              texts.tracker.board.showMore(missing)
            ) : (
              <>
                <span style={{ color: 'var(--negative)' }}>{list?.problem}</span> <u>{texts.states.again}</u>
              </>
            )}
          </button>
        )}
      </td>
    </tr>
  )
}
