import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { confirmTotp } from '../commands/confirm-totp.ts'
import { mayChangeFactors } from '../policy.ts'
import { RecoveryCodesRepresentation } from '../representations/proof.ts'

export const putUsersIdSecondFactorsTotp = defineRoute({
  method: 'PUT',
  url: '/users/:id/second_factors/totp',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  allowsRequiredActions: true,
  summary:
    'Enable an authenticator app with one of its codes. The first second factor returns recovery codes, only once.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({ code: Type.String({ maxLength: 100 }) }, { title: 'CodeInput' }),
  answers: { 200: RecoveryCodesRepresentation },
  async answer({ caller, params, credential, headers, body }, world) {
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    const codes = await confirmTotp(world, caller, permit, { session, code: body.code })
    return { body: { recovery_codes: codes } }
  },
})
