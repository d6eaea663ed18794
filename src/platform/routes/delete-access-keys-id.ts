import { Type } from 'typebox'
import { route } from '../../kit/http/route.ts'
import type { AccessKeyId } from '../../kit/ids.ts'
import { revokeAccessKey } from '../commands/revoke-access-key.ts'
import { ownAccount } from '../reads/own-account.ts'

/** Contract 10 §5: a key that is not the caller's is passed over in silence. */
export const deleteAccessKeysId = route({
  method: 'DELETE',
  url: '/access_keys/:id',
  access: 'required',
  summary: 'Revokes an access key of the caller.',
  params: Type.Object({ id: Type.Unsafe<AccessKeyId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await revokeAccessKey(world, caller, await ownAccount(world, caller), params.id)
    return {}
  },
})
