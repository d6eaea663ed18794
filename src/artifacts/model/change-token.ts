import { DecryptionFailed, type SecretCipher } from '../../kit/encrypt.ts'
import type { LogPosition } from '../../kit/log-position.ts'

/** Turns positions of the log into texts for clients, and back. */
export interface ChangeTokens {
  /** A new text for each call: equal positions cannot be recognised, and all texts have one length. */
  encode(position: LogPosition): string
  /** undefined: this site did not issue the token. */
  decode(token: string): LogPosition | undefined
}

const purpose = 'position in the log of changes'
const numberBytes = 8

/**
 * A position counts changes that its reader must not know of, so it is encrypted. The box has keys of its own, since
 * tokens are too many for random nonces under the key of stored secrets.
 */
export function createChangeTokens(siteBox: SecretCipher): ChangeTokens {
  const box = siteBox.derived(purpose)
  return {
    encode({ transaction, id }) {
      const bytes = Buffer.alloc(2 * numberBytes)
      bytes.writeBigUInt64BE(BigInt(transaction), 0)
      bytes.writeBigUInt64BE(BigInt(id), numberBytes)
      return box.encrypt(purpose, bytes)
    },
    decode(token) {
      try {
        const bytes = box.decrypt(purpose, token)
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
