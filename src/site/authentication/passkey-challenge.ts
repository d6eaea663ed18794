import { DecryptionFailed, type SecretCipher } from '../../kit/encrypt.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { hashSecret } from './secret.ts'

/** What an authenticator signs: made for one purpose, and soon over. */
export interface Challenge {
  readonly hash: string
  readonly expiresOn: EpochSeconds
}

export const challengeSeconds = 300

/**
 * A text that only we make: nothing is stored for those who ask and never answer, and only what was answered has to be
 * remembered (store/spent-challenges.ts).
 */
export const createChallenge = (cipher: SecretCipher, purpose: string, now: EpochSeconds): string =>
  cipher.encrypt(`passkey challenge: ${purpose}`, `${now + challengeSeconds}`)

/** What came back; undefined when it is not ours, for another purpose or too late. */
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
    // Anybody may send anything.
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}
