import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { verifyRegistration } from '../authentication/passkey-registration.ts'
import { getRelyingParty } from '../authentication/relying-party.ts'
import { requireSession } from '../authentication/require-session.ts'
import { registerPasskey } from '../commands/register-passkey.ts'
import { maxLabelLength } from '../model/passkey.ts'
import { mayChangeFactors } from '../policy.ts'
import { CreatedCredential } from '../representations/passkey-options.ts'
import { PasskeyRepresentation, representPasskey } from '../representations/second-factors.ts'

export const postUsersIdSecondFactorsPasskeys = defineRoute({
  method: 'POST',
  url: '/users/:id/second_factors/passkeys',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  allowsRequiredActions: true,
  summary: "Create a passkey from the browser's credential. The first second factor returns recovery codes, only once.",
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object({
    label: Type.String({ minLength: 1, maxLength: maxLabelLength }),
    response: CreatedCredential,
  }),
  answers: {
    201: Type.Object(
      { passkey: PasskeyRepresentation, recovery_codes: Type.Array(Type.String()) },
      { additionalProperties: false },
    ),
  },
  async answer(request, world) {
    const { caller, params, credential, headers, body, origin } = request
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    const user = await getUser(world.db.read, params.id)
    const input = { user, response: body.response }
    const registered = await verifyRegistration(world, await loadSecretCipher(world), getRelyingParty(origin), input)
    const saved = await registerPasskey(world, caller, permit, { session, label: body.label, registered })
    const { passkey, recoveryCodes } = saved
    return { status: 201, body: { passkey: representPasskey(passkey, request), recovery_codes: recoveryCodes } }
  },
})
