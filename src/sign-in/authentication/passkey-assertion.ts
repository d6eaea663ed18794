import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { Passkey } from '../model/passkey.ts'
import { type Challenge, challengeSeconds, createChallenge, verifyChallenge } from './passkey-challenge.ts'
import type { RelyingParty } from './relying-party.ts'

const purpose = 'sign-in'

/**
 * Returns the options for `navigator.credentials.get` (WebAuthn §5.5); without passkeys, the authenticator identifies
 * the user.
 */
export async function createAssertionOptions(
  cipher: SecretCipher,
  party: RelyingParty,
  { passkeys, now }: { readonly passkeys: readonly Passkey[]; readonly now: EpochSeconds },
) {
  // The library is loaded on first use, not at startup.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: createChallenge(cipher, purpose, now),
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
  })
}

export interface VerifiedAssertion {
  readonly challenge: Challenge
  readonly counter: number
}

/** Verifies the response to a challenge as in WebAuthn §7.2; returns undefined when a check fails. */
export async function verifyAssertion(
  world: Pick<World, 'clock' | 'log'>,
  cipher: SecretCipher,
  party: RelyingParty,
  { passkey, response }: { readonly passkey: Passkey; readonly response: AuthenticationResponseJSON },
): Promise<VerifiedAssertion | undefined> {
  try {
    const { userHandle, clientDataJSON } = response.response
    // §7.2, step 6: the authenticator identifies the user, or the user was known before.
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== `${passkey.userId}`)
      throw new Error('The passkey belongs to another account')
    if (passkey.rpId !== party.id) throw new Error(`The passkey is for ${passkey.rpId}`)
    let challenge: Challenge | undefined
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
    // Our pages are never embedded in other sites.
    if (decodeClientDataJSON(clientDataJSON).crossOrigin === true)
      throw new Error('The assertion was created inside another site')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge(input) {
        challenge = verifyChallenge(cipher, purpose, input, world.clock.now())
        return challenge !== undefined
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified && challenge !== undefined ? { challenge, counter: authenticationInfo.newCounter } : undefined
  } catch (problem) {
    // All input is untrusted: the library's error is only for the log.
    world.log.debug({ err: problem }, 'a passkey was rejected')
    return undefined
  }
}
