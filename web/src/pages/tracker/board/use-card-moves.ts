import { useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import {
  createStatusChange,
  demandsMore,
  listStatusChoices,
  type StatusChoice,
} from '../../../artifact/status-choices.ts'
import type { GroupedArtifact } from '../../../data/artifact-groups.ts'
import { dismissEdit, entryOf, readFieldEdit, saveArtifact } from '../../../data/artifact-writes.ts'
import { type OpenArtifact, readArtifact } from '../../../data/artifacts.ts'
import { Failure } from '../../../data/failure.ts'
import { renewArtifactLists } from '../../../data/queries.ts'
import { hasNoAnswer } from '../../../data/retry.ts'
import type { ValueEntry } from '../../../data/trackers.ts'
import { announce } from '../../../design/announce.tsx'
import { showToast } from '../../../design/toast.tsx'
import { createNoneOption, findOption, noneId } from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Field } from '../view.ts'
import type { CardMoves } from './board-columns.ts'

const words = texts.tracker.board

/** A move whose transition demands values or a comment. */
export interface DemandingMove {
  readonly artifact: OpenArtifact
  readonly choice: StatusChoice
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
  /** Moves a card to another column if the workflow allows it; `id` is that of the value of the column. */
  readonly move: (card: GroupedArtifact, id: string) => Promise<void>
  /** The form of a demanding move was saved, or cancelled. */
  readonly endDemand: () => Promise<void>
}

/** Moves cards: each is in its new column at once, and back where it was if the change is refused. */
export function useCardMoves({ tracker, field, placeOf }: MovesInput): Moves {
  const [moves, setMoves] = useState<CardMoves>(new Map())
  const [demand, setDemand] = useState<DemandingMove | null>(null)
  /** The last move of each card: the next one begins when it has ended. */
  const last = useRef(new Map<number, Promise<void>>())

  const end = (card: number): void => setMoves((now) => new Map([...now].filter(([id]) => id !== card)))
  const refuse = (card: number, reason: string): void => {
    end(card)
    showToast(reason, 'negative')
  }

  const save = async (card: GroupedArtifact, option: PickerOption, base: ValueEntry | null): Promise<void> => {
    const result = await saveArtifact({ artifact: card.id, changes: [createStatusChange(field, option, base)] })
    if (result !== 'saved') showRefusal(card.id, field.field_id)
    await renewArtifactLists(tracker.id)
    const title = card.title ?? card.xref
    if (result !== 'saved') return
    // The board shows the new lists in the next frame.
    requestAnimationFrame(() => {
      const place = placeOf(card.id)
      announce(place ? words.moved(title, option.label, ...place) : words.movedAway(title, option.label))
    })
  }

  const carryOut = async (card: GroupedArtifact, id: string, isLast: () => boolean): Promise<void> => {
    const artifact = await readArtifact(card.id).catch((thrown: unknown) => toFailure(thrown))
    if (artifact instanceof Failure) {
      const option = id === noneId ? createNoneOption(field) : findOption(field, id)
      if (option === undefined || !hasNoAnswer(artifact)) return refuse(card.id, artifact.message)
      // The server decides on the transition when it answers again.
      await save(card, option, entryOf(card, field.field_id))
    } else {
      const base = entryOf(artifact, field.field_id)
      const choice = listChoices(tracker, field, artifact).find(({ option }) => option.id === id)
      const values = new Map(artifact.values?.map((entry) => [entry.field_id, entry]))
      if (choice !== undefined && choice.refusal !== null) return refuse(card.id, choice.refusal)
      if (choice !== undefined && demandsMore(choice, values)) return setDemand({ artifact, choice })
      // Without a choice, another user has moved it there.
      if (choice !== undefined) await save(card, choice.option, base)
      else await renewArtifactLists(tracker.id)
    }
    if (isLast()) end(card.id)
  }

  const move: Moves['move'] = (card, id) => {
    setMoves((now) => new Map([...now, [card.id, { card, to: id }]]))
    const before = last.current.get(card.id) ?? Promise.resolve()
    const own: Promise<void> = before.then(() => carryOut(card, id, () => last.current.get(card.id) === own))
    last.current.set(card.id, own)
    return own
  }

  const endDemand = async (): Promise<void> => {
    setDemand(null)
    if (demand === null) return
    await renewArtifactLists(tracker.id)
    end(demand.artifact.id)
  }
  return { moves, demand, move, endDemand }
}

/** What the value of a card can change to. */
export function listChoices({ workflow }: TrackerRepresentation, field: Field, artifact: OpenArtifact): StatusChoice[] {
  const isOfWorkflow = workflow.field_id === field.field_id
  const transitions = isOfWorkflow ? (artifact.allowed_transitions ?? undefined) : undefined
  return listStatusChoices(field, entryOf(artifact, field.field_id), transitions)
}

const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)

function showRefusal(artifact: number, field: number): void {
  const state = readFieldEdit(artifact, field)?.state
  dismissEdit(artifact, field)
  if (state?.kind === 'refused') showToast(state.message, 'negative')
  else if (state?.kind === 'conflict') showToast(words.movedBy(state.by), 'negative')
}
