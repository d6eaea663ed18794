import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { requireSession } from '../authentication/require-session.ts'
import { buildOtpauthUri } from '../authentication/totp-code.ts'
import { beginTotp } from '../commands/begin-totp.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { mayChangeFactors } from '../policy.ts'
import { proofMembers } from '../representations/proof.ts'

const BegunTotp = Type.Object(
  { secret: Type.String(), otpauth_uri: Type.String() },
  { title: 'TotpSecret', additionalProperties: false },
)

export const postUsersIdSecondFactorsTotp = defineRoute({
  method: 'POST',
  url: '/users/:id/second_factors/totp',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  allowsRequiredActions: true,
  summary: 'Create a secret for an authenticator app. It is returned only once and enabled by its first code.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object(proofMembers, { title: 'Proof' }),
  answers: { 201: BegunTotp },
  async prepare({ caller, params, credential, headers, body, address }, world) {
    const permit = mayChangeFactors(caller, params.id, credential)
    const session = await requireSession(world, headers)
    await reauthenticate(world, session, { ...body, address })
    return { permit, session }
  },
  async answer({ params }, world, { permit, session }) {
    const { login } = await getUser(world.db.read, params.id)
    const { site_name } = await getSettings(world)
    const secret = await beginTotp(world, permit, session)
    return { status: 201, body: { secret, otpauth_uri: buildOtpauthUri(secret, { issuer: site_name, login }) } }
  },
})
