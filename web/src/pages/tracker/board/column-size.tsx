import type { ReactNode } from 'react'
import { formatNumber } from '../../../design/format-number.ts'
import { Icon } from '../../../design/icon.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { boardOrderTexts as words } from '../../../texts/part-texts/board-order-texts.ts'
import styles from './board.module.css'
import type { BoardColumn } from './board-columns.ts'

/** How many cards a column has, and how many it should have at most. */
export function ColumnSize({ size, limit }: Pick<BoardColumn, 'size' | 'limit'>): ReactNode {
  const excess = limit === undefined ? 0 : size - limit
  return (
    <span className={styles.size} data-over={excess > 0 || undefined}>
      {limit === undefined ? formatNumber(size) : words.sizeOfLimit(size, limit)}
      {excess > 0 && (
        <>
          {' '}
          <Icon name="warning" />
          <VisuallyHidden>{words.overLimit(excess)}</VisuallyHidden>
        </>
      )}
    </span>
  )
}
