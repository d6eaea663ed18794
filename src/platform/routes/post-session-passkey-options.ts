import { loadSecretCipher } from '../../kit/encrypt.ts'
import { route } from '../../kit/http/route.ts'
import { assertionOptions } from '../authentication/passkey-assertion.ts'
import { relyingPartyAt } from '../authentication/relying-party.ts'
import { refuseForeign } from '../authentication/same-origin.ts'
import { pendingOf } from '../authentication/session.ts'
import { RequestOptions } from '../representations/passkey-options.ts'
import { passkeysOf } from '../store/passkeys.ts'

export const postSessionPasskeyOptions = route({
  method: 'POST',
  url: '/session/passkey_options',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  isNeverReplayed: true,
  summary:
    'Create the options for a sign-in with a passkey (WebAuthn `navigator.credentials.get`), valid for 5 minutes.',
  answers: { 200: RequestOptions },
  async answer({ headers, origin }, world) {
    await refuseForeign(world, headers)
    // After a password only those of that account will do; without one, the authenticator says whose it is.
    const pending = await pendingOf(world, headers)
    const passkeys = pending === undefined ? [] : await passkeysOf(world.db.read, pending.userId)
    const about = { passkeys, now: world.clock.now() }
    return { status: 200, body: await assertionOptions(await loadSecretCipher(world), relyingPartyAt(origin), about) }
  },
})
