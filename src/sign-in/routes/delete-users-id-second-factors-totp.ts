import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { removeTotp } from '../commands/remove-totp.ts'
import { mayChangeFactors } from '../policy.ts'
import { proofMembers } from '../representations/proof.ts'

export const deleteUsersIdSecondFactorsTotp = defineRoute({
  method: 'DELETE',
  url: '/users/:id/second_factors/totp',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete the authenticator app of the caller.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object(proofMembers, { title: 'Proof' }),
  answers: { 200: null },
  async answer({ caller, params, credential, headers, body, address }, world) {
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    await reauthenticate(world, session, { ...body, address })
    await removeTotp(world, caller, permit, session)
    return {}
  },
})
