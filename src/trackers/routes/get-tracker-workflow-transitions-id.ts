import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getAdministeredTransition } from '../reads/get-administered-transition.ts'
import { representTransition, TransitionRepresentation } from '../representations/transition.ts'

/** docs/api/trackers.md §4.10. */
export const getTrackerWorkflowTransitionsId = defineRoute({
  method: 'GET',
  url: '/tracker_workflow_transitions/:id',
  access: 'required',
  scope: 'read:tracker',
  summary: 'Get a transition with its conditions (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  answers: { 200: TransitionRepresentation },
  async answer({ params, caller }, world) {
    const { transition, tracker } = await getAdministeredTransition(world, caller, params.id)
    return { body: representTransition(transition, tracker.projectId) }
  },
})
