import { DecryptionFailed, type SecretCipher } from '../../kit/encrypt.ts'
import type { LogPosition } from '../../kit/log-position.ts'

/** Encodes positions of the change log as opaque tokens for clients. */
export interface ChangeTokens {
  /**
   * Returns a different token for each call, so that equal positions cannot be recognized; all tokens have the same
   * length.
   */
  encode(position: LogPosition): string
  /** undefined: this site did not issue the token. */
  decode(token: string): LogPosition | undefined
}

const purpose = 'position in the log of changes'
const numberBytes = 8

/**
 * A position counts changes that its reader must not know of, so it is encrypted, with a key derived for this purpose:
 * there are too many tokens for random nonces under the key of stored secrets.
 */
export function createChangeTokens(siteBox: SecretCipher): ChangeTokens {
  const cipher = siteBox.derived(purpose)
  return {
    encode({ transaction, id }) {
      const bytes = Buffer.alloc(2 * numberBytes)
      bytes.writeBigUInt64BE(BigInt(transaction), 0)
      bytes.writeBigUInt64BE(BigInt(id), numberBytes)
      return cipher.encrypt(purpose, bytes)
    },
    decode(token) {
      try {
        const bytes = cipher.decrypt(purpose, token)
        return {
          transaction: Number(bytes.readBigUInt64BE(0)),
          id: Number(bytes.readBigUInt64BE(numberBytes)),
        }
      } catch (error) {
        if (error instanceof DecryptionFailed) return undefined
        throw error
      }
    },
  }
}
