import { route } from '../../kit/http/route.ts'
import type { UserId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { changePassword } from '../commands/change-password.ts'

export const putUsersIdPassword = route({
  method: 'PUT',
  url: '/users/:id/password',
  access: 'required',
  isExtension: true,
  summary: 'Sets the password of an account and signs it out everywhere; for site administrators.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({ password: Type.String() }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await changePassword(world, caller, params.id, body.password)
    return {}
  },
})
