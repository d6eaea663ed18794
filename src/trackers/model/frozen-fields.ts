import type { FieldId } from '../../kit/values/ids.ts'
import { getPostActionType } from '../actions/registry.ts'
import type { Workflow } from './tracker.ts'

/** Returns the fields that any state of a workflow makes read-only, in use or not (docs/api/trackers.md §4.11). */
export function collectFrozenFields(workflow: Workflow | null): ReadonlySet<FieldId> {
  const frozen = new Set<FieldId>()
  for (const { actions } of workflow?.transitions ?? [])
    for (const action of actions) getPostActionType(action.kind).affectState?.(action, { frozen, hidden: new Set() })
  return frozen
}
