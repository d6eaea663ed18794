import type { ReactNode } from 'react'
import type { StatusStage } from '../../../artifact/status-mark.tsx'
import { Pressable } from '../../../design/pressable.tsx'
import { texts } from '../../../texts/texts.ts'
import chips from '../tracker-page.module.css'
import styles from './board.module.css'
import type { BoardColumn } from './board-columns.ts'
import { ColumnMark } from './column-mark.tsx'
import { ColumnSize } from './column-size.tsx'

interface ColumnChipsProps {
  readonly columns: readonly BoardColumn[]
  /** Id of the column in view. */
  readonly shown: string | undefined
  readonly isStatus: boolean
  readonly stageOf: (id: string) => StatusStage
  readonly onShow: (id: string) => void
}

/** The columns of a board where there is room for one of them. */
export const ColumnChips = ({ columns, shown, isStatus, stageOf, onShow }: ColumnChipsProps): ReactNode => (
  // biome-ignore lint/a11y/useSemanticElements: a field set is for forms
  <div className={styles.chips} role="group" aria-label={texts.tracker.board.columns}>
    {columns.map(({ id, option, size, limit }) => (
      <Pressable
        key={id}
        className={chips.chip}
        aria-pressed={id === shown}
        data-selected={id === shown ? true : undefined}
        onPress={() => onShow(id)}
      >
        <ColumnMark id={id} option={option} isStatus={isStatus} stageOf={stageOf} />
        <span className={chips.chipText}>{option.label}</span> <ColumnSize size={size} limit={limit} />
      </Pressable>
    ))}
  </div>
)
