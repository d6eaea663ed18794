import { getUserId } from '../../kit/caller.ts'
import { defineRoute } from '../../kit/http/route.ts'
import type { AccessKeyId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
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
