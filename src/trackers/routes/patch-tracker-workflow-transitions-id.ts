import { defineRoute } from '../../http/declarations/route.ts'
import type { TransitionId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeTransition } from '../commands/change-transition.ts'

/** docs/api/trackers.md §4.10. */
export const patchTrackerWorkflowTransitionsId = defineRoute({
  method: 'PATCH',
  url: '/tracker_workflow_transitions/:id',
  access: 'required',
  scope: 'write:tracker',
  summary: 'Replace the permissions and conditions of a transition (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TransitionId>(Type.Integer()) }),
  body: Type.Object({
    authorized_user_group_ids: Type.Array(Type.String()),
    not_empty_field_ids: Type.Array(Type.Integer()),
    is_comment_required: Type.Boolean(),
  }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await changeTransition(world, caller, params.id, {
      groups: body.authorized_user_group_ids,
      notEmptyFields: body.not_empty_field_ids,
      isCommentRequired: body.is_comment_required,
    })
    return {}
  },
})
