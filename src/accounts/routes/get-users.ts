import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseUserQuery } from '../model/user-query.ts'
import { findMatchingUsers } from '../reads/find-matching-users.ts'
import {
  MinimalUserRepresentation,
  representMinimalUser,
  representUser,
  UserRepresentation,
} from '../representations/user.ts'

/** docs/api/users.md §3. Clients request 1000 at once: the announced maximum of 50 is not enforced there. */
export const getUsers = defineRoute({
  method: 'GET',
  url: '/users',
  access: 'optional',
  scope: 'read:user',
  summary: 'List the users whose name contains a text, or who have a login name or email address.',
  query: Type.Object({
    query: Type.String({
      description: 'Part of a name, or JSON such as `{"username": "june"}` for an exact match.',
      minLength: 3,
    }),
    ...buildPageParameters({ default: 10, min: 0, max: 1000 }),
  }),
  answers: { 200: Type.Array(Type.Union([UserRepresentation, MinimalUserRepresentation])) },
  async answer(request, world) {
    const { query, limit, offset } = request.query
    const search = parseUserQuery(query)
    if ('problem' in search) throw new Refusal('invalid', search.problem)
    const { users, size } = await findMatchingUsers(world, search, { limit, offset })
    const represent = request.caller.kind === 'anonymous' ? representMinimalUser : representUser
    return { body: users.map((user) => represent(user, request)), page: { limit, offset, size, max: 50 } }
  },
})
