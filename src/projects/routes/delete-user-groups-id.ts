import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteUserGroup } from '../commands/delete-user-group.ts'
import { locateProjectGroup } from '../reads/get-user-group.ts'

export const deleteUserGroupsId = defineRoute({
  method: 'DELETE',
  url: '/user_groups/:id',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Delete a user group that has no permissions (project administrators).',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const group = await locateProjectGroup(world.db.read, params.id)
    await deleteUserGroup(world, caller, group)
    return {}
  },
})
