import { getPostActionType } from '../actions/registry.ts'
import { fitConditions } from '../conditions/registry.ts'
import type { Transition } from './tracker.ts'

/** docs/api/trackers.md §4.6: some actions, such as frozen fields, exist only in simple mode. */
export const withoutSimpleActions = (transitions: readonly Transition[]): Transition[] =>
  transitions.map((transition) => ({
    ...transition,
    actions: transition.actions.filter(({ kind }) => getPostActionType(kind).isSimpleOnly !== true),
  }))

/**
 * docs/api/trackers.md §4.6: the transition to a state that decides what the state has in simple mode. It is the first
 * whose source is not "new artifact", or the only one.
 */
export function findReferenceTransition(transitions: readonly Transition[], state: number): Transition | undefined {
  const leading = transitions.filter(({ to }) => to === state)
  return leading.find(({ from }) => from !== null) ?? leading[0]
}

/** docs/api/trackers.md §4.6: all transitions to a state get the conditions and actions of its reference transition. */
export function withSharedConditions(transitions: readonly Transition[]): Transition[] {
  return transitions.map((transition) => {
    const model = findReferenceTransition(transitions, transition.to) ?? transition
    return { ...transition, ...fitConditions(model, transition.from), actions: model.actions }
  })
}
