import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseUserId } from '../model/user-id.ts'
import {
  MinimalUserRepresentation,
  representMinimalUser,
  representUser,
  UserRepresentation,
} from '../representations/user.ts'
import { findUser } from '../store/users.ts'

/** docs/api/users.md §2: authenticated callers see every account; others get the short form. */
export const getUsersId = defineRoute({
  method: 'GET',
  url: '/users/:id',
  access: 'optional',
  scope: 'read:user',
  summary: 'Get a user, or with `self` the caller.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: Type.Union([UserRepresentation, MinimalUserRepresentation]) },
  async answer(request, { db }) {
    const { caller } = request
    const id = parseUserId(request.params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'Provided User Id is not well formed.')
    const user = id === null ? null : await findUser(db.read, id)
    if (user === undefined || (user === null && caller.kind !== 'anonymous')) {
      throw new Refusal('absent', 'User Id not found')
    }
    const represent = caller.kind === 'anonymous' ? representMinimalUser : representUser
    return { body: represent(user, request) }
  },
})
