import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { replaceActions } from '../commands/replace-actions.ts'

/** docs/api/trackers.md §4.11. */
export const putTrackerWorkflowTransitionsIdActions = defineRoute({
  method: 'PUT',
  url: '/tracker_workflow_transitions/:id/actions',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Replace the actions that run when a transition is taken (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  // Errors in an action have their own messages.
  body: Type.Object({ post_actions: Type.Array(Type.Unknown()) }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await replaceActions(world, caller, params.id, body.post_actions)
    return {}
  },
})
