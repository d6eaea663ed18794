import { DecryptionFailed, type SecretCipher } from '../../kit/system/encrypt.ts'
import { computeDigest } from '../../kit/text/digest.ts'
import type { LogPosition } from '../../kit/values/log-position.ts'

/** Encodes positions of the change log, in one epoch of the database, as opaque tokens for clients. */
export interface ChangeTokens {
  readonly epoch: string
  /**
   * Returns a different token for each call, so that equal positions cannot be recognized; all tokens have the same
   * length.
   */
  encode(position: LogPosition): string
  /**
   * `lost`: the token is of another epoch, whose positions may have other changes here, or none. undefined: this site
   * did not issue the token.
   */
  decode(token: string): LogPosition | 'lost' | undefined
}

const purpose = 'position in the log of changes'
const numberBytes = 8

/**
 * A position counts changes that its reader must not know of, so it is encrypted, with a key derived for this purpose:
 * there are too many tokens for random nonces under the key of stored secrets.
 */
export function createChangeTokens(siteBox: SecretCipher, epoch: string, embeddedEpoch?: string): ChangeTokens {
  const cipher = siteBox.derived(purpose)
  const epochBytes = computeDigest(epoch, numberBytes)
  const embeddedBytes = embeddedEpoch === undefined ? undefined : computeDigest(embeddedEpoch, numberBytes)
  return {
    epoch,
    encode({ transaction, id }) {
      const bytes = Buffer.alloc(3 * numberBytes)
      bytes.writeBigUInt64BE(BigInt(transaction), 0)
      bytes.writeBigUInt64BE(BigInt(id), numberBytes)
      bytes.set(epochBytes, 2 * numberBytes)
      return cipher.encrypt(purpose, bytes)
    },
    decode(token) {
      try {
        const bytes = cipher.decrypt(purpose, token)
        // Earlier versions issued tokens without an epoch.
        const tokenEpoch = bytes.subarray(2 * numberBytes)
        const transaction = Number(bytes.readBigUInt64BE(0))
        // The changes of the embedded database have the same positions here, before all others.
        const isMoved = transaction === 0 && embeddedBytes?.equals(tokenEpoch) === true
        if (!isMoved && !tokenEpoch.equals(epochBytes)) return 'lost'
        return { transaction, id: Number(bytes.readBigUInt64BE(numberBytes)) }
      } catch (error) {
        if (error instanceof DecryptionFailed) return undefined
        throw error
      }
    },
  }
}
