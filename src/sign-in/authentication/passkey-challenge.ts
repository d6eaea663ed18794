import { DecryptionFailed, type SecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { hashSecret } from './secret.ts'

/** The text that an authenticator signs: valid for one purpose and a short time. */
export interface Challenge {
  readonly hash: string
  readonly expiresOn: EpochSeconds
}

export const challengeSeconds = 300

/**
 * Creates an encrypted challenge: nothing is stored for clients that request one and never respond; only used
 * challenges are recorded (store/used-challenges.ts).
 */
export const createChallenge = (cipher: SecretCipher, purpose: string, now: EpochSeconds): string =>
  cipher.encrypt(`passkey challenge: ${purpose}`, `${now + challengeSeconds}`)

/** Verifies a returned challenge; undefined when it is not ours, has another purpose or has expired. */
export function verifyChallenge(
  cipher: SecretCipher,
  purpose: string,
  input: string,
  now: EpochSeconds,
): Challenge | undefined {
  const text = Buffer.from(input, 'base64url').toString()
  const expiresOn = expiryOf(cipher, purpose, text)
  return expiresOn === undefined || expiresOn <= now ? undefined : { hash: hashSecret(text), expiresOn }
}

function expiryOf(cipher: SecretCipher, purpose: string, text: string): EpochSeconds | undefined {
  try {
    return Number(cipher.decrypt(`passkey challenge: ${purpose}`, text).toString())
  } catch (error) {
    // All input is untrusted.
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}
