import { getPostActionType } from '../actions/registry.ts'
import type { ActionDraft } from './parse-actions.ts'
import type { Tracker, Workflow } from './tracker.ts'

/** Do these actions fit the tracker (docs/api/trackers.md §4.11)? */
export function checkActions(actions: readonly ActionDraft[], tracker: Tracker, workflow: Workflow): void {
  for (const action of actions) getPostActionType(action.kind).check?.(action, { actions, tracker, workflow })
}
