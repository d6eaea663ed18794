import { defineRoute } from '../../http/declarations/route.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import { createAssertionOptions } from '../authentication/passkey-assertion.ts'
import { getRelyingParty } from '../authentication/relying-party.ts'
import { assertSameOrigin } from '../authentication/same-origin.ts'
import { findPendingSession } from '../authentication/session.ts'
import { RequestOptions } from '../representations/passkey-options.ts'
import { loadPasskeys } from '../store/passkeys.ts'

export const postSessionPasskeyOptions = defineRoute({
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
    await assertSameOrigin(world, headers)
    // After a password only the passkeys of that account are accepted; without one, the authenticator identifies the
    // user.
    const pending = await findPendingSession(world, headers)
    const passkeys = pending === undefined ? [] : await loadPasskeys(world.db.read, pending.userId)
    const about = { passkeys, now: world.clock.now() }
    return {
      status: 200,
      body: await createAssertionOptions(await loadSecretCipher(world), getRelyingParty(origin), about),
    }
  },
})
