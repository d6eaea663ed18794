import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { renewRecoveryCodes } from '../commands/renew-recovery-codes.ts'
import { mayChangeFactors } from '../policy.ts'
import { proofMembers, RecoveryCodesRepresentation } from '../representations/proof.ts'

export const postUsersIdSecondFactorsRecoveryCodes = defineRoute({
  method: 'POST',
  url: '/users/:id/second_factors/recovery_codes',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  summary: 'Create new recovery codes. They are returned only once and replace the previous ones.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object(proofMembers, { title: 'Proof' }),
  answers: { 201: RecoveryCodesRepresentation },
  async prepare({ caller, params, credential, headers, body, address }, world) {
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    await reauthenticate(world, session, { ...body, address })
    return { permit, session }
  },
  async answer({ caller }, world, { permit, session }) {
    return { status: 201, body: { recovery_codes: await renewRecoveryCodes(world, caller, permit, session) } }
  },
})
