import { getUser } from '../../accounts/store/users.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getSettings } from '../../site/store/settings.ts'
import { createRegistrationOptions } from '../authentication/passkey-registration.ts'
import { getRelyingParty } from '../authentication/relying-party.ts'
import { requireSession } from '../authentication/require-session.ts'
import { reauthenticate } from '../commands/reauthenticate.ts'
import { mayChangeFactors } from '../policy.ts'
import { CreationOptions } from '../representations/passkey-options.ts'
import { proofMembers } from '../representations/proof.ts'
import { loadPasskeys } from '../store/passkeys.ts'

export const postUsersIdSecondFactorsPasskeysOptions = defineRoute({
  method: 'POST',
  url: '/users/:id/second_factors/passkeys/options',
  access: 'required',
  scope: { none: 'credentials' },
  isExtension: true,
  isNeverReplayed: true,
  allowsRequiredActions: true,
  summary: 'Create the options for a new passkey (WebAuthn `navigator.credentials.create`), valid for 5 minutes.',
  params: Type.Object({ id: Type.Unsafe<UserId>(Type.Integer()) }),
  body: Type.Object(proofMembers, { title: 'Proof' }),
  answers: { 200: CreationOptions },
  async prepare({ caller, params, credential, headers, body, address }, world) {
    mayChangeFactors(caller, params.id, credential)
    await reauthenticate(world, await requireSession(world, headers), { ...body, address })
  },
  async answer({ params, origin }, world) {
    const user = await getUser(world.db.read, params.id)
    const { site_name } = await getSettings(world)
    const passkeys = await loadPasskeys(world.db.read, params.id)
    const about = { user, passkeys, siteName: site_name, now: world.clock.now() }
    return {
      status: 200,
      body: await createRegistrationOptions(await loadSecretCipher(world), getRelyingParty(origin), about),
    }
  },
})
