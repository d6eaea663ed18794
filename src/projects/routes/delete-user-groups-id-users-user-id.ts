import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeGroupMember } from '../commands/remove-group-member.ts'
import { locateProjectGroup } from '../reads/get-user-group.ts'

/** Tulipwood extension: Tuleap can only replace all members at once. */
export const deleteUserGroupsIdUsersUserId = defineRoute({
  method: 'DELETE',
  url: '/user_groups/:id/users/:user_id',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Remove a member from a user group (project administrators).',
  params: Type.Object({
    id: Type.String(),
    user_id: Type.Unsafe<UserId>(Type.Integer({ description: 'Id of the member.' })),
  }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const group = await locateProjectGroup(world.db.read, params.id)
    await removeGroupMember(world, caller, group, params.user_id)
    return {}
  },
})
