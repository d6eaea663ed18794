import { type DragEvent, type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import type { GroupedArtifact } from '../../../data/artifact-groups.ts'
import { prefetchQueries } from '../../../data/queries.ts'
import { artifactQuery } from '../../../data/route-queries.ts'
import { joinClasses } from '../../../design/join-classes.ts'
import { followLink } from '../../../design/link.tsx'
import { VisuallyHidden } from '../../../design/visually-hidden.tsx'
import { rowGroupsTexts } from '../../../texts/part-texts/row-groups-texts.ts'
import { texts } from '../../../texts/texts.ts'
import type { TrackerColumn } from '../columns.tsx'
import styles from './board.module.css'
import { type MoveContext, MoveMenu } from './move-menu.tsx'

/** What a card does; the same object for all cards of a board. */
export interface CardActions {
  readonly onKey: (card: GroupedArtifact, event: KeyboardEvent<HTMLElement>) => void
  /** Dragging begins. */
  readonly onHold: (card: GroupedArtifact) => void
  readonly onRelease: () => void
  /** null: the menu of no card is open. */
  readonly onMenu: (card: number | null) => void
}

interface BoardCardProps {
  readonly card: GroupedArtifact
  /** What it shows next to its number and title. */
  readonly columns: readonly TrackerColumn[]
  readonly isPeeked: boolean
  readonly isHeld: boolean
  /** It is where the user has moved it, and not saved yet. */
  readonly isSaving: boolean
  readonly isMenuOpen: boolean
  readonly actions: CardActions
  /** Opens it next to the board; undefined: there is no room, and its link opens its page. */
  readonly onPeek: ((card: GroupedArtifact) => void) | undefined
  /** null: the user may change no card. */
  readonly move: MoveContext | null
}

/** More facts would hide the title. */
const maxFacts = 4

/** An artifact on a board. */
export const BoardCard = memo((props: BoardCardProps): ReactNode => {
  const { card, columns, isPeeked, isHeld, isSaving, isMenuOpen, actions, onPeek, move } = props
  const { id, title, xref, is_open: isOpen, can_update: canUpdate } = card
  const canMove = canUpdate === true && move !== null
  const facts = columns
    .filter(({ kind }) => kind !== 'id' && kind !== 'title' && kind !== 'users')
    .flatMap((column) => {
      const content = column.fact === undefined ? column.cell(card, true) : column.fact(card)
      return content == null || content === '' ? [] : [<span key={column.name}>{content}</span>]
    })
  const { total, open } = card.children ?? { total: 0, open: 0 }
  const people = columns.filter(({ kind }) => kind === 'users')
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    const isForOtherTab = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    // The key Enter, whose click has no place, opens the page, as in a list.
    if (onPeek === undefined || event.detail === 0 || isForOtherTab) followLink(event)
    else {
      event.preventDefault()
      onPeek(card)
    }
  }
  const hold = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', xref)
    actions.onHold(card)
  }
  // What it can change to is there when the user moves it.
  const prepare = canMove ? () => void prefetchQueries([artifactQuery(id)]) : undefined
  return (
    <li className={joinClasses(styles.place, isHeld && styles.held, isSaving && styles.saving)}>
      <a
        href={`/artifacts/${id}`}
        className={styles.card}
        data-card={id}
        data-fixed={canMove ? undefined : true}
        tabIndex={-1}
        aria-current={isPeeked ? 'true' : undefined}
        draggable={canMove}
        onClick={follow}
        onKeyDown={(event) => actions.onKey(card, event)}
        onDragStart={canMove ? hold : undefined}
        onDragEnd={actions.onRelease}
        onFocus={prepare}
        onPointerEnter={prepare}
      >
        <span className={styles.cardHead}>
          <span className={styles.number}>#{id}</span>
          {people.map(({ name, cell }) => (
            <span key={name}>{cell(card, true)}</span>
          ))}
        </span>
        <span className={joinClasses(styles.cardTitle, !isOpen && styles.closed)}>
          {title || `${texts.tracker.untitled} #${id}`}
        </span>
        {(facts.length > 0 || total > 0) && (
          <span className={styles.facts}>
            {facts.slice(0, maxFacts)}
            {total > 0 && <ChildProgress closed={total - open} total={total} />}
          </span>
        )}
      </a>
      {canMove && <MoveMenu context={move} card={card} isOpen={isMenuOpen} onOpen={actions.onMenu} />}
    </li>
  )
})

interface ChildProgressProps {
  readonly closed: number
  readonly total: number
}

/** How many of the children of an artifact are closed. */
const ChildProgress = ({ closed, total }: ChildProgressProps): ReactNode => (
  <span>
    <progress
      max={total}
      value={closed}
      aria-hidden="true"
      style={{ inlineSize: '2.5rem', blockSize: '0.5rem', accentColor: 'var(--positive)' }}
    />{' '}
    <span aria-hidden="true">
      {closed}/{total}
    </span>
    <VisuallyHidden>{rowGroupsTexts.children(closed, total)}</VisuallyHidden>
  </span>
)
