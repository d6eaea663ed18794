import { useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { addTransition, readTransitionSettings, removeTransition, restoreTransition } from '../../data/transitions.ts'
import { reportFailure, showWithUndo } from '../../design/show-error.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { findActionEditor } from './actions/registry.ts'
import { nameState, type State } from './workflow-model.ts'

const words = trackerAdminTexts.trackerWorkflow

export interface Toggle {
  readonly isOn: (from: number | null, to: number) => boolean
  readonly isPending: (from: number | null, to: number) => boolean
  readonly toggle: (from: number | null, to: number) => Promise<void>
}

/** Allows transitions and removes them: the cell changes at once, and changes back if the API refuses. */
export function useToggle({ id, workflow: { transitions } }: TrackerRepresentation, states: readonly State[]): Toggle {
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const find = (from: number | null, to: number) =>
    transitions.find((each) => each.from_id === from && each.to_id === to)
  const keyOf = (from: number | null, to: number): string => `${from} ${to}`
  const isPending = (from: number | null, to: number): boolean => pending.has(keyOf(from, to))

  const allow = async (from: number | null, to: number, name: string): Promise<void> => {
    const added = await addTransition(id, { from_id: from, to_id: to })
    showWithUndo(words.allowed(name), () => removeTransition(id, added))
  }
  const remove = async (transition: number, from: number | null, to: number, name: string): Promise<void> => {
    const settings = await readTransitionSettings(transition)
    await removeTransition(id, transition)
    const undo = () => restoreTransition(id, { from_id: from, to_id: to }, settings)
    // Actions of other products cannot be created again.
    const isRestorable = settings.actions.every((action) => findActionEditor(action) !== undefined)
    showWithUndo(words.removed(name), isRestorable ? undo : undefined)
  }
  const toggle = async (from: number | null, to: number): Promise<void> => {
    if (isPending(from, to)) return
    const present = find(from, to)
    const key = keyOf(from, to)
    const name = words.fromTo(nameState(states, from), nameState(states, to))
    setPending((now) => new Map(now).set(key, present === undefined))
    await reportFailure(present === undefined ? allow(from, to, name) : remove(present.id, from, to, name))
    setPending((now) => new Map([...now].filter(([each]) => each !== key)))
  }
  return {
    isOn: (from, to) => pending.get(keyOf(from, to)) ?? find(from, to) !== undefined,
    isPending,
    toggle,
  }
}
