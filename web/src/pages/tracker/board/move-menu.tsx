import type { ReactNode } from 'react'
import { Header, MenuItem, MenuSection } from 'react-aria-components/Menu'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import menu from '../../../artifact/status-control.module.css'
import type { StatusStage } from '../../../artifact/status-mark.tsx'
import { StatusMenu } from '../../../artifact/status-menu.tsx'
import type { GroupedArtifact } from '../../../data/artifact-groups.ts'
import { useArtifact } from '../../../data/artifacts.ts'
import { Icon } from '../../../design/icon.tsx'
import { Loaded } from '../../../design/loaded-data.tsx'
import { MenuTrigger, type OpenMenuProps } from '../../../design/menu-trigger.tsx'
import { Pressable } from '../../../design/pressable.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { boardOrderTexts } from '../../../texts/part-texts/board-order-texts.ts'
import { texts } from '../../../texts/texts.ts'
import type { Field } from '../view.ts'
import styles from './board.module.css'
import { type OrderStep, orderSteps } from './card-place.ts'
import { listChoices } from './use-card-moves.ts'

const words = texts.tracker.board

/** What the menus of all cards need. */
export interface MoveContext {
  readonly tracker: TrackerRepresentation
  readonly field: Field
  readonly stageOf: (id: string) => StatusStage
  /** Whether the user may change the value of the columns. */
  readonly canChangeColumn: boolean
  readonly onMove: (card: GroupedArtifact, column: string) => void
  /** Moves a card within its column; undefined: it has another order. */
  readonly onStep: ((card: GroupedArtifact, step: OrderStep) => void) | undefined
  /** Whether a card can make a step. */
  readonly canStep: (card: GroupedArtifact, step: OrderStep) => boolean
}

interface MoveMenuProps {
  readonly context: MoveContext
  readonly card: GroupedArtifact
  readonly isOpen: boolean
  readonly onOpen: (card: number | null) => void
}

/** The columns that a card can be moved to: for fingers and keys what dragging is for a mouse. */
export const MoveMenu = ({ context, card, isOpen, onOpen }: MoveMenuProps): ReactNode => (
  <MenuTrigger
    isOpen={isOpen}
    onOpenChange={(to) => onOpen(to ? card.id : null)}
    className={menu.popover}
    placement="bottom end"
    offset={4}
    trigger={
      <Pressable className={styles.move} aria-label={words.move(card.xref)} title={words.moveHint}>
        <Icon name="arrow-right" />
      </Pressable>
    }
  >
    {(opened) => <Choices context={context} card={card} opened={opened} />}
  </MenuTrigger>
)

interface ChoicesProps extends Pick<MoveMenuProps, 'context' | 'card'> {
  readonly opened: OpenMenuProps
}

function Choices({ context, card, opened }: ChoicesProps): ReactNode {
  const { tracker, field, stageOf, canChangeColumn, onMove, onStep, canStep } = context
  const artifact = useArtifact(String(card.id))
  // A list has it without all of its values, and without its transitions.
  if (artifact.data?.values === null) return <Skeleton shape="lines" rows={4} />
  return (
    <Loaded from={artifact} skeleton={<Skeleton shape="lines" rows={4} />}>
      {(data) => (
        <StatusMenu
          {...opened}
          label={words.move(card.xref)}
          choices={canChangeColumn ? listChoices(tracker, field, data) : []}
          stageOf={stageOf}
          onChoose={({ option }) => onMove(card, option.id)}
        >
          {onStep !== undefined && (
            <MenuSection>
              <Header className={menu.header}>{boardOrderTexts.heading}</Header>
              {orderSteps.map((step) => (
                <MenuItem
                  key={step}
                  id={`step ${step}`}
                  className={menu.item}
                  isDisabled={!canStep(card, step)}
                  onAction={() => onStep(card, step)}
                >
                  {boardOrderTexts.steps[step]}
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </StatusMenu>
      )}
    </Loaded>
  )
}
