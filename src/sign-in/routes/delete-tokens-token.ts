import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getUserId } from '../../kit/values/caller.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeToken } from '../commands/remove-token.ts'

/** docs/api/authentication.md §2. */
export const deleteTokensToken = defineRoute({
  method: 'DELETE',
  url: '/tokens/:token',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'Delete a token of the caller.',
  params: Type.Object({ token: Type.String({ description: 'Token to delete.' }) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const userId = getUserId(caller)
    if (userId === null) throw new Refusal('invalid', 'Invalid Token')
    await removeToken(world, caller, userId, params.token)
    return {}
  },
})
