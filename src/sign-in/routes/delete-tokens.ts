import { defineRoute } from '../../http/declarations/route.ts'
import { getUserId } from '../../kit/values/caller.ts'
import { removeTokens } from '../commands/remove-tokens.ts'

/**
 * docs/api/authentication.md §2, docs/api/client-needs.md §3: a client that signs out with an access key has no token,
 * and keeps the key.
 */
export const deleteTokens = defineRoute({
  method: 'DELETE',
  url: '/tokens',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'Delete all tokens of the caller.',
  answers: { 200: null },
  async answer({ caller }, world) {
    const userId = getUserId(caller)
    if (userId === null) return {}
    await removeTokens(world, caller, userId)
    return {}
  },
})
