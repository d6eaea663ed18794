import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { isSame, type Transition, type TransitionSettings } from '../../data/transitions.ts'
import type { Field } from '../../fields/field-context.tsx'
import { getFieldType } from '../../fields/registry.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'

/** A value of the field of the workflow. */
export interface State {
  readonly id: number
  readonly label: string
  readonly color: string
  readonly isHidden: boolean
}

/** Fields that can drive transitions: one value at a time, of the tracker itself. */
export const listDrivingFields = ({ fields }: TrackerRepresentation): readonly Field[] =>
  fields.filter(
    ({ type, bindings, is_used }) => is_used && getFieldType(type).choice === 'one' && bindings.type === 'static',
  )

/** The states of a field; hidden ones only if a transition uses them. */
export function listStates({ values }: Field, transitions: readonly Transition[]): readonly State[] {
  if (!Array.isArray(values)) return []
  const used = new Set(transitions.flatMap(({ from_id, to_id }) => [from_id, to_id]))
  return values.flatMap((value): State[] => {
    const id = Number(value.id)
    const isHidden = 'is_hidden' in value && value.is_hidden
    if (isHidden && !used.has(id)) return []
    return [{ id, label: value.label, color: 'value_color' in value ? value.value_color : '', isHidden }]
  })
}

/** null: a new artifact. */
export const nameState = (states: readonly State[], id: number | null): string =>
  id === null
    ? trackerAdminTexts.trackerWorkflow.newArtifact
    : (states.find((each) => each.id === id)?.label ?? String(id))

/** Whose settings those of a target state are in simple mode (docs/api/trackers.md §4.6). */
export function findReference(transitions: readonly Transition[], to: number): Transition | undefined {
  const all = transitions.filter(({ to_id }) => to_id === to)
  return all.find(({ from_id }) => from_id !== null) ?? all[0]
}

/** The transition whose settings apply to the one between two states; undefined: it is not allowed. */
export const findSettings = (
  { transitions, is_advanced: isAdvanced }: Pick<TrackerRepresentation['workflow'], 'transitions' | 'is_advanced'>,
  from: number | null | undefined,
  to: number,
): Transition | undefined =>
  isAdvanced ? transitions.find((each) => each.from_id === from && each.to_id === to) : findReference(transitions, to)

export interface LoadedTransition {
  readonly transition: Transition
  readonly settings: TransitionSettings
}

/** Transitions whose settings simple mode replaces by those of another transition to the same state. */
export function listReplaced(
  loaded: readonly LoadedTransition[],
  isForChangesOnly: (condition: string) => boolean,
): readonly { readonly transition: Transition; readonly by: Transition }[] {
  const transitions = loaded.map(({ transition }) => transition)
  return loaded.flatMap(({ transition, settings }) => {
    const by = findReference(transitions, transition.to_id)
    const kept = loaded.find((each) => each.transition === by)
    if (by === undefined || kept === undefined || by === transition) return []
    // New artifacts never get conditions that they cannot satisfy.
    const fit = ({ conditions, actions }: TransitionSettings): unknown => [
      Object.entries(conditions).filter(([name]) => transition.from_id !== null || !isForChangesOnly(name)),
      actions,
    ]
    return isSame(fit(settings), fit(kept.settings)) ? [] : [{ transition, by }]
  })
}
