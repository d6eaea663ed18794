import { defineRoute } from '../../http/declarations/route.ts'
import { getUserId } from '../../kit/values/caller.ts'
import { mayEndSessions } from '../policy.ts'
import { removeTokensOf } from '../store/tokens.ts'

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
  async answer({ caller }, { db }) {
    const userId = getUserId(caller)
    if (userId === null) return {}
    const permit = mayEndSessions(caller, userId)
    await db.write((tx) => removeTokensOf(tx, permit))
    return {}
  },
})
