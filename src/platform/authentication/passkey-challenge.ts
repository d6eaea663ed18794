import { DecryptionFailed, type SecretCipher } from '../../kit/encrypt.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { secretHash } from './secret.ts'

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
export const newChallenge = (box: SecretCipher, purpose: string, now: EpochSeconds): string =>
  box.encrypt(`passkey challenge: ${purpose}`, `${now + challengeSeconds}`)

/** What came back; undefined when it is not ours, for another purpose or too late. */
export function readChallenge(
  box: SecretCipher,
  purpose: string,
  sent: string,
  now: EpochSeconds,
): Challenge | undefined {
  const text = Buffer.from(sent, 'base64url').toString()
  const expiresOn = expiryOf(box, purpose, text)
  return expiresOn === undefined || expiresOn <= now ? undefined : { hash: secretHash(text), expiresOn }
}

function expiryOf(box: SecretCipher, purpose: string, text: string): EpochSeconds | undefined {
  try {
    return Number(box.decrypt(`passkey challenge: ${purpose}`, text).toString())
  } catch (error) {
    // Anybody may send anything.
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}
