import type { StoredValues } from '../../fields/model/field.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { RunningTransition } from '../../trackers/actions/post-action-type.ts'
import { getPostActionType } from '../../trackers/actions/registry.ts'
import type { Tracker, Transition } from '../../trackers/model/tracker.ts'

interface ActionContext {
  readonly tracker: Pick<Tracker, 'fieldById'>
  readonly now: EpochSeconds
  readonly timezone: string
}

/**
 * Returns the values that the actions of a transition set (docs/api/trackers.md §4.11); fields that are deleted or
 * unused stay as they are.
 */
export function runActions(
  { actions }: Pick<Transition, 'actions'>,
  { tracker, now, timezone }: ActionContext,
): StoredValues {
  const values: Record<string, unknown> = {}
  const transition: RunningTransition = {
    now,
    timezone,
    fieldOf(id, type) {
      const field = tracker.fieldById.get(id)
      return field?.isUsed && field.type === type ? field : undefined
    },
    setValue(field, value) {
      values[field] = value
    },
  }
  for (const action of actions) getPostActionType(action.kind).run?.(action, transition)
  return values
}
