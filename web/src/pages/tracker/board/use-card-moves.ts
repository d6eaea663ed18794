import { useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import {
  createStatusChange,
  demandsMore,
  listStatusChoices,
  type StatusChoice,
} from '../../../artifact/status-choices.ts'
import type { GroupedArtifact } from '../../../data/artifact-groups.ts'
import { type OrderPlace, saveOrder } from '../../../data/artifact-order.ts'
import { dismissEdit, entryOf, readFieldEdit, saveArtifact } from '../../../data/artifact-writes.ts'
import { type OpenArtifact, readArtifact } from '../../../data/artifacts.ts'
import { Failure } from '../../../data/failure.ts'
import { renewArtifactLists } from '../../../data/queries.ts'
import { hasNoAnswer } from '../../../data/retry.ts'
import type { ValueEntry } from '../../../data/trackers.ts'
import { announce } from '../../../design/announce.tsx'
import { showToast } from '../../../design/toast.tsx'
import {
  createItemOption,
  createNoneOption,
  findOption,
  listItems,
  noneId,
} from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import { boardOrderTexts } from '../../../texts/part-texts/board-order-texts.ts'
import { texts } from '../../../texts/texts.ts'
import type { Field } from '../view.ts'
import type { CardMoves } from './board-columns.ts'

const words = texts.tracker.board

/** A move whose transition demands values or a comment. */
export interface DemandingMove {
  readonly artifact: OpenArtifact
  readonly choice: StatusChoice
  /** Where the card was put in its new column. */
  readonly at: OrderPlace | undefined
}

/** Where a card is moved to. */
interface MoveTarget {
  /** Id of the value of the column. */
  readonly column: string
  /** undefined: where the order of the tracker has it. */
  readonly at?: OrderPlace | undefined
  /** It stays in its column. */
  readonly isOwnColumn?: boolean
  /** Where it was in this column, for the key that undoes. */
  readonly from?: OrderPlace | undefined
}

interface MovesInput {
  readonly tracker: TrackerRepresentation
  /** The field whose values are the columns. */
  readonly field: Field
  /** Where the board shows a card: its number in its column, and how many these are. */
  readonly placeOf: (card: number) => readonly [position: number, size: number] | undefined
}

interface Moves {
  readonly moves: CardMoves
  readonly demand: DemandingMove | null
  /** Moves a card to another column if the workflow allows it, and to a place there. */
  readonly move: (card: GroupedArtifact, target: MoveTarget) => Promise<unknown>
  /** The form of a demanding move was saved, or cancelled. */
  readonly endDemand: () => Promise<void>
}

/** Moves cards: each is in its new column at once, and back where it was if the change is refused. */
export function useCardMoves({ tracker, field, placeOf }: MovesInput): Moves {
  const [moves, setMoves] = useState<CardMoves>(new Map())
  const [demand, setDemand] = useState<DemandingMove | null>(null)
  /** The last move of each card: the next one begins when it has ended. */
  const last = useRef(new Map<number, Promise<unknown>>())

  const end = (card: number): void => setMoves((now) => new Map([...now].filter(([id]) => id !== card)))
  const refuse = (card: number, reason: string): void => {
    end(card)
    showToast(reason, 'negative')
  }

  /** Returns whether it was saved. */
  const saveAt = async (card: number, at: OrderPlace): Promise<boolean> => {
    try {
      await saveOrder(tracker.id, card, at)
      return true
    } catch (thrown) {
      showToast(toFailure(thrown).message, 'negative')
      return false
    }
  }

  /** The board shows the new lists in the next frame. */
  const announceMove = (card: GroupedArtifact, column: string | null): void => {
    const title = card.title ?? card.xref
    requestAnimationFrame(() => {
      const place = placeOf(card.id)
      if (column !== null) announce(place ? words.moved(title, column, ...place) : words.movedAway(title, column))
      else announce(place ? boardOrderTexts.placed(title, ...place) : boardOrderTexts.placedAway(title))
    })
  }

  const save = async (
    card: GroupedArtifact,
    option: PickerOption,
    { base, at }: { readonly base: ValueEntry | null; readonly at: OrderPlace | undefined },
  ): Promise<void> => {
    const result = await saveArtifact({ artifact: card.id, changes: [createStatusChange(field, option, base)] })
    if (result !== 'saved') showRefusal(card.id, field.field_id)
    else if (at !== undefined) await saveAt(card.id, at)
    await renewArtifactLists(tracker.id)
    if (result === 'saved') announceMove(card, option.label)
  }

  const placeHere = async (card: GroupedArtifact, at: OrderPlace): Promise<boolean> => {
    const isSaved = await saveAt(card.id, at)
    await renewArtifactLists(tracker.id)
    if (isSaved) announceMove(card, null)
    return isSaved
  }

  /** Returns false if the card waits for a form. */
  const changeColumn = async (card: GroupedArtifact, { column: id, at }: MoveTarget): Promise<boolean> => {
    const artifact = await readArtifact(card.id).catch((thrown: unknown) => toFailure(thrown))
    if (artifact instanceof Failure) {
      const option = id === noneId ? createNoneOption(field) : findOption(field, id)
      // The server decides on the transition when it answers again.
      if (option !== undefined && hasNoAnswer(artifact))
        await save(card, option, { base: entryOf(card, field.field_id), at })
      else refuse(card.id, artifact.message)
      return true
    }
    const base = entryOf(artifact, field.field_id)
    const choice = listChoices(tracker, field, artifact).find(({ option }) => option.id === id)
    const values = new Map(artifact.values?.map((entry) => [entry.field_id, entry]))
    if (choice !== undefined && choice.refusal !== null) refuse(card.id, choice.refusal)
    else if (choice !== undefined && demandsMore(choice, values)) {
      setDemand({ artifact, choice, at })
      return false
    }
    // Without a choice, another user has moved it there.
    else if (choice !== undefined) await save(card, choice.option, { base, at })
    else if (at !== undefined) await placeHere(card, at)
    else await renewArtifactLists(tracker.id)
    return true
  }

  /** Returns whether the card has another place in its column. */
  const carryOut = async (card: GroupedArtifact, target: MoveTarget, isLast: () => boolean): Promise<boolean> => {
    const { at, isOwnColumn = false } = target
    let isPlaced = false
    if (!isOwnColumn) {
      if (!(await changeColumn(card, target))) return false
    } else if (at !== undefined) isPlaced = await placeHere(card, at)
    if (isLast()) end(card.id)
    return isPlaced
  }

  const move: Moves['move'] = (card, target) => {
    setMoves((now) => new Map([...now, [card.id, { card, to: target.column, at: target.at }]]))
    const before = last.current.get(card.id) ?? Promise.resolve()
    const own: Promise<boolean> = before.then(() => carryOut(card, target, () => last.current.get(card.id) === own))
    last.current.set(card.id, own)
    const { column, from } = target
    if (from !== undefined)
      void keepUndo(async () => {
        if (await own) await move(card, { column, at: from, isOwnColumn: true })
      })
    return own
  }

  const endDemand = async (): Promise<void> => {
    setDemand(null)
    if (demand === null) return
    const { artifact, choice, at } = demand
    const saved = at === undefined ? undefined : await readArtifact(artifact.id).catch(() => undefined)
    const isSaved = saved !== undefined && holdsChoice(saved, field, choice)
    if (at !== undefined && isSaved) await saveAt(artifact.id, at)
    await renewArtifactLists(tracker.id)
    end(artifact.id)
  }
  return { moves, demand, move, endDemand }
}

/** The code that undoes is loaded with the first change, as after changes of values. */
const keepUndo = (undo: () => Promise<unknown>): Promise<void> =>
  import('../../../artifact/undo-writes.ts').then(
    ({ keepChange }) => keepChange(undo),
    () => undefined,
  )

/** What the value of a card can change to. */
export function listChoices({ workflow }: TrackerRepresentation, field: Field, artifact: OpenArtifact): StatusChoice[] {
  const isOfWorkflow = workflow.field_id === field.field_id
  const transitions = isOfWorkflow ? (artifact.allowed_transitions ?? undefined) : undefined
  return listStatusChoices(field, entryOf(artifact, field.field_id), transitions)
}

/** Whether the form of a move was saved, and not cancelled. */
const holdsChoice = (artifact: OpenArtifact, field: Field, { option }: StatusChoice): boolean =>
  (listItems(entryOf(artifact, field.field_id)).map(createItemOption)[0]?.id ?? noneId) === option.id

const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)

function showRefusal(artifact: number, field: number): void {
  const state = readFieldEdit(artifact, field)?.state
  dismissEdit(artifact, field)
  if (state?.kind === 'refused') showToast(state.message, 'negative')
  else if (state?.kind === 'conflict') showToast(words.movedBy(state.by), 'negative')
}
