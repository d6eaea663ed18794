import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeMember } from '../commands/remove-member.ts'

/** Tulipwood extension: Tuleap can only replace all members at once. */
export const deleteProjectsIdMembersUserId = defineRoute({
  method: 'DELETE',
  url: '/projects/:id/members/:user_id',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Remove a member from a project and its groups (project administrators).',
  params: Type.Object({
    id: Type.Unsafe<ProjectId>(Type.Integer()),
    user_id: Type.Unsafe<UserId>(Type.Integer({ description: 'Id of the member.' })),
  }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await removeMember(world, caller, params.id, params.user_id)
    return {}
  },
})
