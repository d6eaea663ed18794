import { representUser, UserRepresentation } from '../../accounts/representations/user.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseMemberQuery } from '../model/member-query.ts'
import { getGroupMembers } from '../reads/group-members.ts'

/** docs/api/user-groups.md §4. */
export const getUserGroupsIdUsers = defineRoute({
  method: 'GET',
  url: '/user_groups/:id/users',
  access: 'required',
  scope: 'write:user_membership',
  summary: 'List the members of a user group (project administrators).',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    ...buildPageParameters({ default: 10, min: 0, max: 50 }),
    query: Type.Optional(Type.String({ description: 'JSON with a login name: `{"identifier": "june"}`.' })),
  }),
  answers: { 200: Type.Array(UserRepresentation) },
  async answer(request, world) {
    const { limit, offset, query } = request.query
    const login = parseMemberQuery(query && parseJsonParameter(query))
    const { users, size } = await getGroupMembers(world, request.caller, request.params.id, { limit, offset, login })
    return { body: users.map((user) => representUser(user, request)), page: { limit, offset, size, max: 50 } }
  },
})
