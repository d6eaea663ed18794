import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteTransition } from '../commands/delete-transition.ts'

/** docs/api/trackers.md §4.10. */
export const deleteTrackerWorkflowTransitionsId = defineRoute({
  method: 'DELETE',
  url: '/tracker_workflow_transitions/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Delete a transition from the workflow of its tracker (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteTransition(world, caller, params.id)
    return {}
  },
})
