import { defineRoute } from '../../http/declarations/route.ts'
import type { AccessKeyId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { revokeKeyOfUser } from '../commands/revoke-key-of-user.ts'

export const deleteSiteAccessKeysId = defineRoute({
  method: 'DELETE',
  url: '/site/access_keys/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete the access key of a user, who is notified by email (site administrators).',
  params: Type.Object({ id: Type.Unsafe<AccessKeyId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await revokeKeyOfUser(world, caller, params.id)
    return {}
  },
})
