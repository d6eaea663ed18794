import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { addGroupMember } from '../commands/add-group-member.ts'
import { locateProjectGroup } from '../reads/get-user-group.ts'

/** Tulipwood extension: Tuleap can only replace all members at once. */
export const postUserGroupsIdUsers = defineRoute({
  method: 'POST',
  url: '/user_groups/:id/users',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Add a member to a user group (project administrators).',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ user_id: Type.Unsafe<UserId>(Type.Integer({ format: identifier })) }, { title: 'NewMember' }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    const group = await locateProjectGroup(world.db.read, params.id)
    await addGroupMember(world, caller, group, body.user_id)
    return {}
  },
})
