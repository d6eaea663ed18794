import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { setPreference } from '../commands/set-preference.ts'
import { parseUserId } from '../model/user-id.ts'
import { mayUseOwn } from '../policy.ts'

/** docs/api/users.md §6. */
export const patchUsersIdPreferences = defineRoute({
  method: 'PATCH',
  url: '/users/:id/preferences',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'Update a preference of the caller.',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ key: Type.String({ maxLength: 255 }), value: Type.String({ minLength: 0, maxLength: 65_535 }) }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    if (caller.kind === 'anonymous') throw new Refusal('absent', 'User not found')
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const permit = mayUseOwn(caller, 'preferences to set', id)
    await setPreference(world, permit, { name: body.key, value: body.value })
    return {}
  },
})
