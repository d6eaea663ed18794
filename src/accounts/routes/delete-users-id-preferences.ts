import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseUserId } from '../model/user-id.ts'
import { mayUseOwn } from '../policy.ts'
import { removePreference } from '../store/preferences.ts'

/** docs/api/users.md §6. */
export const deleteUsersIdPreferences = defineRoute({
  method: 'DELETE',
  url: '/users/:id/preferences',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'Delete a preference.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ key: Type.String({ description: 'Name of the preference.' }) }),
  answers: { 200: null },
  async answer({ caller, params, query }, { db }) {
    if (caller.kind === 'anonymous') throw new Refusal('absent', 'User not found')
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const permit = mayUseOwn(caller, 'preferences to set', id)
    await db.write((tx) => removePreference(tx, permit, query.key))
    return {}
  },
})
