import { listMembershipIds, listMembershipNames } from '../../accounts/model/membership.ts'
import { parseUserId } from '../../accounts/model/user-id.ts'
import { getMembership } from '../../accounts/reads/membership.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { isProjectAdministrator } from '../policy.ts'
import { getMemberGroups } from '../reads/member-groups.ts'
import { representUserGroup, UserGroupRepresentation } from '../representations/user-group.ts'

/** docs/api/users.md §5. In this slice, not in `site`, because the full form contains projects. */
export const getUsersIdMembership = defineRoute({
  method: 'GET',
  url: '/users/:id/membership',
  access: 'required',
  scope: 'read:user_membership',
  summary: 'List the groups of a user as names, ids or whole groups.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    scope: Type.Optional(Type.Literal('project', { description: 'Only groups of projects, or all groups.' })),
    format: Type.Optional(
      Type.Union([Type.Literal('id'), Type.Literal('full')], {
        description: 'Form of the groups: names, ids or whole groups.',
      }),
    ),
  }),
  answers: { 200: Type.Union([Type.Array(Type.String()), Type.Array(UserGroupRepresentation)]) },
  async answer({ caller, params, query: { scope, format } }, world) {
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'Provided User Id is not well formed.')
    if (scope === undefined && format !== undefined) {
      throw new Refusal('invalid', 'format=id or format=full are only supported for project scope')
    }
    const { user, membership } = await getMembership(world, caller, id)
    if (format === 'id') return { body: listMembershipIds(user, membership) }
    if (format === undefined) return { body: listMembershipNames(user, membership, scope === undefined) }
    const groups = await getMemberGroups(world, user, membership)
    return {
      body: groups.map((each) => representUserGroup(each, (project) => isProjectAdministrator(caller, project))),
    }
  },
})
