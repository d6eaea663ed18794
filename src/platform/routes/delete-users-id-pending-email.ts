import { route } from '../../kit/http/route.ts'
import type { UserId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { takeAddressBack } from '../commands/take-address-back.ts'
import { mayChangeOwnAddress } from '../policy.ts'
import { findUser } from '../store/users.ts'

export const deleteUsersIdPendingEmail = route({
  method: 'DELETE',
  url: '/users/:id/pending_email',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Cancel a pending email change (browser session only).',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params, credential, address }, world) {
    const user = await findUser(world.db.read, params.id)
    await takeAddressBack(world, caller, mayChangeOwnAddress(caller, user, credential), address)
    return {}
  },
})
