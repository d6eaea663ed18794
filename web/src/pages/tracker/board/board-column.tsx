import { type DragEvent, type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { StatusStage } from '../../../artifact/status-mark.tsx'
import { type GroupedArtifact, groupPageSize } from '../../../data/artifact-groups.ts'
import { useList } from '../../../data/queries.ts'
import { type ArtifactListOptions, artifactListQuery } from '../../../data/route-queries.ts'
import { Button } from '../../../design/button.tsx'
import { formatNumber } from '../../../design/format-number.ts'
import { Icon } from '../../../design/icon.tsx'
import { joinClasses } from '../../../design/join-classes.ts'
import { Link } from '../../../design/link.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from './board.module.css'
import { type BoardColumn, type CardMoves, placeCards } from './board-columns.ts'
import { ColumnMark } from './column-mark.tsx'
import type { DropState } from './use-drops.ts'

const words = texts.tracker.board

interface BoardColumnViewProps {
  readonly tracker: TrackerRepresentation
  readonly column: BoardColumn
  /** Finds the cards of the column in the list of the tracker. */
  readonly list: ArtifactListOptions
  readonly moves: CardMoves
  readonly isStatus: boolean
  readonly stageOf: (id: string) => StatusStage
  readonly drop: DropState
  /** The form of a new artifact of this column; undefined: the user cannot create one. */
  readonly createUrl: string | undefined
  /** On a phone the chips above name the column. */
  readonly isNarrow: boolean
  readonly onDrop: (column: string) => void
  readonly children: (card: GroupedArtifact) => ReactNode
}

/** One value of the field of a board, and the cards that have it. */
export function BoardColumnView(props: BoardColumnViewProps): ReactNode {
  const { tracker, column, list, moves, isStatus, stageOf, drop, createUrl, isNarrow, onDrop, children } = props
  const { id, option, size, loaded } = column
  const [more, setMore] = useState(0)
  const [isOver, setOver] = useState(false)
  const { path, query } = artifactListQuery(tracker.id, list)
  const rest = useList<GroupedArtifact>(
    path,
    { ...query, offset: loaded, limit: more, include: 'can_update' },
    { isWanted: more > 0 },
  )
  const first = new Set(column.cards.map((card) => card.id))
  const later = placeCards(id, rest.data?.items ?? [], moves).filter((card) => !first.has(card.id))
  const cards = [...column.cards, ...later]
  const missing = size - cards.length
  const canDrop = drop.kind === 'free' || drop.kind === 'allowed'
  const over = (event: DragEvent): void => {
    if (!canDrop) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const label = words.columnLabel(option.label, size)
  const createIn = words.createIn(tracker.item_name, option.label)
  return (
    <section
      className={joinClasses(
        styles.column,
        drop.kind === 'allowed' && styles.allowed,
        drop.kind === 'refused' && styles.refused,
        isOver && canDrop && styles.over,
      )}
      aria-label={label}
      data-column={id}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(id)
      }}
    >
      {!isNarrow && (
        <h2 className={styles.columnHead}>
          <ColumnMark id={id} option={option} isStatus={isStatus} stageOf={stageOf} />
          <span className={styles.columnName}>{option.label}</span>
          <span className={styles.size}>{formatNumber(size)}</span>
          {createUrl !== undefined && (
            <Link className={styles.create} href={createUrl} aria-label={createIn} title={createIn}>
              <Icon name="plus" />
            </Link>
          )}
        </h2>
      )}
      <div className={styles.cards} data-scrolls>
        {drop.kind === 'refused' && (
          <p className={styles.reason}>
            <Icon name="lock" />
            {drop.reason}
          </p>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without marks */}
        <ul role="list" aria-label={label}>
          {cards.map(children)}
        </ul>
        {missing > 0 && (
          <Button kind="quiet" isPending={rest.isFetching} onPress={() => setMore(more + groupPageSize)}>
            {words.showMore(Math.min(missing, groupPageSize))}
          </Button>
        )}
      </div>
    </section>
  )
}
