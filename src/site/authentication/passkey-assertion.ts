import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { SecretCipher } from '../../kit/encrypt.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Passkey } from '../model/passkey.ts'
import { type Challenge, challengeSeconds, createChallenge, verifyChallenge } from './passkey-challenge.ts'
import type { RelyingParty } from './relying-party.ts'

const purpose = 'sign-in'

/** What `navigator.credentials.get` is given (WebAuthn §5.5); without passkeys, the authenticator says whose it is. */
export async function createAssertionOptions(
  cipher: SecretCipher,
  party: RelyingParty,
  { passkeys, now }: { readonly passkeys: readonly Passkey[]; readonly now: EpochSeconds },
) {
  // Loaded when the first one needs it: a start reads it not.
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

/** What is known once all of WebAuthn §7.2 holds for an answer to one of our challenges; undefined when it does not. */
export async function verifyAssertion(
  world: Pick<World, 'clock' | 'log'>,
  cipher: SecretCipher,
  party: RelyingParty,
  { passkey, response }: { readonly passkey: Passkey; readonly response: AuthenticationResponseJSON },
): Promise<VerifiedAssertion | undefined> {
  try {
    const { userHandle, clientDataJSON } = response.response
    // §7.2, step 6: the authenticator says whose it is, or who answers was known before.
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== `${passkey.userId}`)
      throw new Error('It is of another account')
    if (passkey.rpId !== party.id) throw new Error(`It is for ${passkey.rpId}`)
    let challenge: Challenge | undefined
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
    // No page of ours is shown within another site's.
    if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('It was made inside another site')
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
    // Everything that is sent can be wrong: the library says how, for the log alone.
    world.log.debug({ err: problem }, 'a passkey was not accepted')
    return undefined
  }
}
