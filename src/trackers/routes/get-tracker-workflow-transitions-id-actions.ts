import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTransition } from '../reads/get-administered-transition.ts'
import { ActionRepresentation, representActions } from '../representations/transition.ts'

/** docs/api/trackers.md §4.11. */
export const getTrackerWorkflowTransitionsIdActions = defineRoute({
  method: 'GET',
  url: '/tracker_workflow_transitions/:id/actions',
  access: 'required',
  scope: 'read:tracker',
  summary: 'List the actions that run when a transition is taken (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  answers: { 200: Type.Array(ActionRepresentation) },
  async answer({ params, caller }, world) {
    const { transition } = await getAdministeredTransition(world, caller, params.id)
    return { body: representActions(transition.actions) }
  },
})
