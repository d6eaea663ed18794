import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../../accounts/model/user.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { Passkey } from '../model/passkey.ts'
import { type Challenge, challengeSeconds, createChallenge, verifyChallenge } from './passkey-challenge.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256, RS256: the algorithms of authenticators that are supported. */
const algorithms = [-8, -7, -257]

const purposeOf = (user: User): string => `registration of ${user.id}`

/** Returns the options for `navigator.credentials.create` (WebAuthn §5.4). */
export async function createRegistrationOptions(
  cipher: SecretCipher,
  party: RelyingParty,
  about: { user: User; passkeys: readonly Passkey[]; siteName: string; now: EpochSeconds },
) {
  // The library is loaded on first use, not at startup.
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
    // Signs in without a login and a password: the authenticator identifies the user and verifies them.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
  })
}

export interface VerifiedRegistration {
  readonly challenge: Challenge
  readonly passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'>
}

/** Verifies the response to these options as in WebAuthn §7.1; throws when a check fails. */
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
    if (!verified || challenge === undefined) throw new Error('The registration was not verified')
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = transportsOf(response.response.transports)
    const encoded = Buffer.from(publicKey).toString('base64url')
    return { challenge, passkey: { credentialId: id, publicKey: encoded, counter, transports, rpId: party.id } }
  } catch (problem) {
    // All input is untrusted: the library's error is only for the log.
    world.log.debug({ err: problem }, 'the registration of a passkey was rejected')
    throw new Refusal('invalid', 'This passkey could not be verified.')
  }
}

/**
 * Rejects attestations with certificates, because none was requested. They would be checked against revocation lists at
 * URLs in the certificates, and clients must not make this server request arbitrary URLs.
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const signsItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !signsItself) throw new Error(`An attestation of the format ${format} was not requested`)
}

/** The browser gets them back unchanged, so only valid values are stored. */
const transportsOf = (input: unknown): string[] =>
  Array.isArray(input)
    ? input.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each)).slice(0, 10)
    : []
