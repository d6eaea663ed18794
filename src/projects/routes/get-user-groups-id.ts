import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { isProjectAdministrator } from '../policy.ts'
import { getUserGroup } from '../reads/get-user-group.ts'
import { representUserGroup, UserGroupRepresentation } from '../representations/user-group.ts'

/** docs/api/user-groups.md §3. */
export const getUserGroupsId = defineRoute({
  method: 'GET',
  url: '/user_groups/:id',
  access: 'optional',
  scope: 'read:user_membership',
  summary: 'Get a user group.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: UserGroupRepresentation },
  async answer({ caller, params }, world) {
    const group = await getUserGroup(world, caller, params.id)
    return { body: representUserGroup(group, (id) => isProjectAdministrator(caller, id)) }
  },
})
