import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { parseUserId } from '../model/user-id.ts'
import { mayUseOwn } from '../policy.ts'
import { findPreference } from '../store/preferences.ts'

const Preference = Type.Object(
  {
    key: Type.String({ description: 'Name of the preference.' }),
    value: Type.Union([Type.String(), Type.Literal(false)]),
  },
  { title: 'Preference', additionalProperties: false },
)

/** docs/api/users.md §6: a missing preference is false. */
export const getUsersIdPreferences = defineRoute({
  method: 'GET',
  url: '/users/:id/preferences',
  access: 'optional',
  scope: { none: 'own account' },
  summary: 'Get a preference of the caller.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ key: Type.String({ description: 'Name of the preference.' }) }),
  answers: { 200: Preference },
  async answer({ caller, params, query }, { db }) {
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const value = await findPreference(db.read, mayUseOwn(caller, 'preferences to read', id), query.key)
    return { body: { key: query.key, value: value ?? false } }
  },
})
