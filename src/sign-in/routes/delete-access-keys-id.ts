import { defineRoute } from '../../http/declarations/route.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { revokeAccessKey } from '../commands/revoke-access-key.ts'

/** docs/api/authentication.md §3: a key of another user is ignored silently. */
export const deleteAccessKeysId = defineRoute({
  method: 'DELETE',
  url: '/access_keys/:id',
  access: 'required',
  scope: { none: 'credentials' },
  summary: 'Delete an access key of the caller.',
  params: Type.Object({ id: Type.Unsafe<AccessKeyId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const owner = getUserId(caller)
    if (owner !== null) await revokeAccessKey(world, caller, owner, params.id)
    return {}
  },
})
