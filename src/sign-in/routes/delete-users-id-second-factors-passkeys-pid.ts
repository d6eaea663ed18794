import { defineRoute } from '../../http/declarations/route.ts'
import type { PasskeyId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { requireSession } from '../authentication/require-session.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { removePasskey } from '../commands/remove-passkey.ts'
import { mayChangeFactors } from '../policy.ts'
import { proofMembers } from '../representations/proof.ts'

export const deleteUsersIdSecondFactorsPasskeysPid = defineRoute({
  method: 'DELETE',
  url: '/users/:id/second_factors/passkeys/:pid',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  summary: 'Delete a passkey of the caller.',
  params: Type.Object({
    id: Type.Unsafe<UserId>(Type.Integer()),
    pid: Type.Unsafe<PasskeyId>(Type.Integer({ description: 'Id of the passkey.' })),
  }),
  body: Type.Object(proofMembers, { title: 'Proof' }),
  answers: { 200: null },
  async answer({ caller, params, credential, headers, body, address }, world) {
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    await reauthenticate(world, session, { ...body, address })
    await removePasskey(world, caller, permit, { session, id: params.pid })
    return {}
  },
})
