import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeVisits } from '../store/visits.ts'

/** docs/api/users.md §7: an empty list clears it; nothing else can be written. */
export const putUsersIdHistory = defineRoute({
  method: 'PUT',
  url: '/users/:id/history',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'Clear the visit history of the caller.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Array(Type.Unknown()),
  bodyName: 'history_entries',
  answers: { 200: null },
  async answer({ caller, params, body }, { db }) {
    const permit = mayUseOwn(caller, 'history', params.id)
    if (body.length > 0) throw new Refusal('forbidden', 'You can only clear your history')
    await db.write((tx) => removeVisits(tx, permit))
    return {}
  },
})
