import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { cancelEmailChange } from '../commands/cancel-email-change.ts'
import { mayChangeOwnEmail } from '../policy.ts'

export const deleteUsersIdPendingEmail = defineRoute({
  method: 'DELETE',
  url: '/users/:id/pending_email',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Cancel a pending email change (browser session only).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params, credential, address }, world) {
    const user = await getUser(world.db.read, params.id)
    await cancelEmailChange(world, caller, mayChangeOwnEmail(caller, user, credential), address)
    return {}
  },
})
