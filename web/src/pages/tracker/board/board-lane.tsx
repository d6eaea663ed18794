import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../design/format-number.ts'
import { Icon } from '../../../design/icon.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { texts } from '../../../texts/texts.ts'
import grid from '../artifact-grid.module.css'
import type { BoardLane } from './board-columns.ts'
import { ColumnMark } from './column-mark.tsx'

interface BoardLaneViewProps {
  readonly lane: BoardLane
  /** Of the columns. */
  readonly className: string
  readonly isStatus: boolean
  readonly stageOf: Parameters<typeof ColumnMark>[0]['stageOf']
  readonly children: ReactNode
}

/** A lane of a board with its heading, which opens and closes it. */
export function BoardLaneView({
  lane: { id, option, size },
  className,
  children,
  ...mark
}: BoardLaneViewProps): ReactNode {
  const [isOpen, setOpen] = useState(true)
  return (
    <section aria-label={option.label} data-lane={id}>
      <h2>
        <button type="button" className={grid.heading} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <ColumnMark id={id} option={option} {...mark} />
          <span>{option.label}</span>{' '}
          <span className={grid.reference} aria-hidden="true">
            {formatNumber(size)}
          </span>
          <VisuallyHidden>{texts.tracker.total(size)}</VisuallyHidden>
        </button>
      </h2>
      {isOpen && <div className={className}>{children}</div>}
    </section>
  )
}
