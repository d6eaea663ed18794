import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeUserGroup } from '../commands/change-user-group.ts'
import { locateProjectGroup } from '../reads/get-user-group.ts'

export const patchUserGroupsId = defineRoute({
  method: 'PATCH',
  url: '/user_groups/:id',
  access: 'required',
  scope: 'write:user_membership',
  isExtension: true,
  summary: 'Update the name or description of a user group (project administrators).',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    short_name: Type.Optional(Type.String({ minLength: 0 })),
    description: Type.Optional(Type.String({ minLength: 0 })),
  }),
  answers: { 200: null },
  async answer({ caller, params, body: { short_name: name, description } }, world) {
    const group = await locateProjectGroup(world.db.read, params.id)
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    }
    await changeUserGroup(world, caller, group, change)
    return {}
  },
})
