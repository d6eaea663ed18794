import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeTransition } from '../commands/change-transition.ts'
import { ReplacedConditions } from '../parse/input-schemas.ts'

/** docs/api/trackers.md §4.10. */
export const patchTrackerWorkflowTransitionsId = defineRoute({
  method: 'PATCH',
  url: '/tracker_workflow_transitions/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Replace the permissions and conditions of a transition (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  body: ReplacedConditions,
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await changeTransition(world, caller, params.id, body)
    return {}
  },
})
