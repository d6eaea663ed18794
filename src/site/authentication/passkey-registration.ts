import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { SecretCipher } from '../../kit/encrypt.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Passkey } from '../model/passkey.ts'
import type { User } from '../model/user.ts'
import { type Challenge, challengeSeconds, createChallenge, verifyChallenge } from './passkey-challenge.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256, RS256: what authenticators have, and what we check. */
const algorithms = [-8, -7, -257]

const purposeOf = (user: User): string => `registration of ${user.id}`

/** What `navigator.credentials.create` is given (WebAuthn §5.4). */
export async function createRegistrationOptions(
  cipher: SecretCipher,
  party: RelyingParty,
  about: { user: User; passkeys: readonly Passkey[]; siteName: string; now: EpochSeconds },
) {
  // Loaded when the first one needs it: a start reads it not.
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { user, passkeys, siteName, now } = about
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userID: new TextEncoder().encode(`${user.id}`),
    userName: user.login,
    userDisplayName: user.realName,
    challenge: createChallenge(cipher, purposeOf(user), now),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    // It signs in without a name and without a password: it knows whose it is, and asks for a finger or a number.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
  })
}

export interface VerifiedRegistration {
  readonly challenge: Challenge
  readonly passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'>
}

/** What a browser brought back from there, once all of WebAuthn §7.1 holds; else a refusal. */
export async function verifyRegistration(
  world: Pick<World, 'clock' | 'log'>,
  cipher: SecretCipher,
  party: RelyingParty,
  { user, response }: { readonly user: User; readonly response: RegistrationResponseJSON },
): Promise<VerifiedRegistration> {
  try {
    await refuseCertificates(response)
    let challenge: Challenge | undefined
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge(input) {
        challenge = verifyChallenge(cipher, purposeOf(user), input, world.clock.now())
        return challenge !== undefined
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || challenge === undefined) throw new Error('It was not verified')
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = transportsOf(response.response.transports)
    const encoded = Buffer.from(publicKey).toString('base64url')
    return { challenge, passkey: { credentialId: id, publicKey: encoded, counter, transports, rpId: party.id } }
  } catch (problem) {
    // Everything that is sent can be wrong: the library says how, for the log alone.
    world.log.debug({ err: problem }, 'a passkey was not registered')
    throw new Refusal('invalid', 'This passkey could not be verified.')
  }
}

/**
 * We asked for no attestation. One with certificates would be checked against lists at addresses that the certificates
 * name: nobody makes this server ask addresses of his choice.
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const signsItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !signsItself) throw new Error(`An attestation of the format ${format} came unasked`)
}

/** They are shown to the browser again as they are: only what it may have said. */
const transportsOf = (input: unknown): string[] =>
  Array.isArray(input)
    ? input.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each)).slice(0, 10)
    : []
