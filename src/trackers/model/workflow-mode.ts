import type { Transition } from './tracker.ts'

/** Contract 20 §5.6: frozen fields and hidden field sets belong to the simple mode alone. */
export const withoutSimpleActions = (transitions: readonly Transition[]): Transition[] =>
  transitions.map((transition) => ({
    ...transition,
    actions: transition.actions.filter(({ kind }) => kind !== 'frozen_fields' && kind !== 'hidden_fieldsets'),
  }))

/** Contract 20 §5.6: of the transitions to one state the first gives its conditions and actions to the others. */
export function sharedByState(transitions: readonly Transition[]): Transition[] {
  const first = new Map<number, Transition>()
  for (const transition of transitions) if (!first.has(transition.to)) first.set(transition.to, transition)
  return transitions.map((transition) => {
    const model = first.get(transition.to) ?? transition
    const { groups, notEmptyFields, isCommentRequired, actions } = model
    return {
      ...transition,
      groups,
      notEmptyFields,
      actions,
      isCommentRequired: isCommentRequired && transition.from !== null,
    }
  })
}
