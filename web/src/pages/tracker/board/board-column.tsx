import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { StatusStage } from '../../../artifact/status-mark.tsx'
import { cardMembers, type GroupedArtifact, groupPageSize } from '../../../data/artifact-groups.ts'
import type { OrderPlace } from '../../../data/artifact-order.ts'
import { useList } from '../../../data/queries.ts'
import { type ArtifactListOptions, artifactListQuery } from '../../../data/route-queries.ts'
import { Button } from '../../../design/button.tsx'
import { Icon } from '../../../design/icon.tsx'
import { joinClasses } from '../../../design/join-classes.ts'
import { Link } from '../../../design/link.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from './board.module.css'
import { type BoardColumn, type CardMoves, placeCards } from './board-columns.ts'
import { type DropPlace, findDropPlace } from './card-place.ts'
import { ColumnMark } from './column-mark.tsx'
import { ColumnSize } from './column-size.tsx'
import type { DropState } from './use-drops.ts'

const words = texts.tracker.board

interface ColumnOrder {
  /** undefined: the query has another order. */
  readonly sort: 'rank' | undefined
  /** The card that is held and may be put to a place in the order. */
  readonly held: number | null
}

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
  readonly order: ColumnOrder
  /** Takes the place in the column, if it has an order by hand. */
  readonly onDrop: (column: string, at: OrderPlace | undefined) => void
  readonly children: (card: GroupedArtifact) => ReactNode
}

/** One value of the field of a board, and the cards that have it. */
export function BoardColumnView(props: BoardColumnViewProps): ReactNode {
  const { tracker, column, list, moves, isStatus, stageOf, drop, createUrl, isNarrow, order, onDrop, children } = props
  const { id, option, size, limit, loaded } = column
  const { sort, held } = order
  const [more, setMore] = useState(0)
  const [isOver, setOver] = useState(false)
  const [mark, setMark] = useState<DropPlace>()
  const section = useRef<HTMLElement>(null)
  const { path, query } = artifactListQuery(tracker.id, list)
  const rest = useList<GroupedArtifact>(
    path,
    { ...query, sort, offset: loaded, limit: more, include: cardMembers },
    { isWanted: more > 0 },
  )
  const first = new Set(column.read.map((card) => card.id))
  const later = rest.data?.items.filter((card) => !first.has(card.id)) ?? []
  const cards = later.length === 0 ? column.cards : placeCards(id, [...column.read, ...later], moves)
  const missing = size - cards.length
  const isRanked = sort !== undefined
  const canDrop = drop.kind === 'free' || drop.kind === 'allowed' || (isRanked && drop.kind === 'own')
  const findMark = ({ clientY }: DragEvent): DropPlace | undefined =>
    isRanked && held !== null && section.current !== null ? findDropPlace(section.current, clientY, held) : undefined
  const leave = (): void => {
    setOver(false)
    setMark(undefined)
  }
  const over = (event: DragEvent): void => {
    if (!canDrop) return
    setMark(findMark(event))
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
      ref={section}
      data-column={id}
      data-more={missing > 0 ? true : undefined}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={(event) => {
        event.preventDefault()
        leave()
        onDrop(id, findMark(event))
      }}
    >
      {!isNarrow && (
        <h2 className={styles.columnHead}>
          <ColumnMark id={id} option={option} isStatus={isStatus} stageOf={stageOf} />
          <span className={styles.columnName}>{option.label}</span>
          <ColumnSize size={size} limit={limit} />
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
          {isOver && canDrop && mark !== undefined && (
            <li className={styles.mark} style={{ insetBlockStart: mark.offset }} aria-hidden="true" />
          )}
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
