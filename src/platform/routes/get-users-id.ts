import { route } from '../../kit/http/route.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Type } from '../../kit/schema.ts'
import { readUserId } from '../model/user-id.ts'
import {
  MinimalUserRepresentation,
  representMinimalUser,
  representUser,
  UserRepresentation,
} from '../representations/user.ts'
import { lookForUser } from '../store/users.ts'

/** docs/api/users.md §2: no account is hidden from who signed in; others see the short form. */
export const getUsersId = route({
  method: 'GET',
  url: '/users/:id',
  access: 'optional',
  scope: 'read:user',
  summary: 'Get a user, or with `self` the caller.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: Type.Union([UserRepresentation, MinimalUserRepresentation]) },
  async answer(asked, { db }) {
    const { caller } = asked
    const id = readUserId(asked.params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'Provided User Id is not well formed.')
    const user = id === null ? null : await lookForUser(db.read, id)
    if (user === undefined || (user === null && caller.kind !== 'anonymous')) {
      throw new Refusal('absent', 'User Id not found')
    }
    const represent = caller.kind === 'anonymous' ? representMinimalUser : representUser
    return { body: represent(user, asked) }
  },
})
