import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { createTransition } from '../commands/create-transition.ts'

/** docs/api/trackers.md §4.10. */
export const postTrackerWorkflowTransitions = defineRoute({
  method: 'POST',
  url: '/tracker_workflow_transitions',
  access: 'required',
  scope: 'write:tracker',
  summary:
    'Create a transition in the workflow of a tracker; `from_id` 0 is for new artifacts (tracker administrators).',
  body: Type.Object({
    tracker_id: Type.Unsafe<TrackerId>(Type.Integer({ format: identifier })),
    from_id: Type.Integer({ format: identifier }),
    to_id: Type.Integer({ format: identifier }),
  }),
  answers: {
    201: Type.Object(
      { id: Type.Integer(), uri: Type.String() },
      { title: 'ResourceReference', additionalProperties: false },
    ),
  },
  async answer({ caller, body }, world) {
    const draft = { trackerId: body.tracker_id, from: body.from_id, to: body.to_id }
    const id = await createTransition(world, caller, draft)
    return { status: 201, body: { id, uri: `tracker_workflow_transitions/${id}` } }
  },
})
