import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Operations with a key that only the client has: stored answers are as secret as the key is. */
export interface AnswerCipher {
  /** Key of the stored answer; reveals nothing about the client's key. */
  readonly keyHash: string
  /**
   * Returns a fingerprint by which equal requests are recognized. Keyed, since bodies contain passwords, which could be
   * guessed from a plain hash.
   */
  fingerprint(text: string): string
  encrypt(text: string): string
  decrypt(sealed: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM and HMAC with keys derived (HKDF) from the Idempotency-Key; `context` binds them to caller and route. */
export function createAnswerCipher(key: string, context: string): AnswerCipher {
  const derived = Buffer.from(hkdfSync('sha256', key, context, 'tulipwood idempotent answer', 64))
  const [encryptionKey, fingerprintKey] = [derived.subarray(0, 32), derived.subarray(32)]
  return {
    keyHash: createHash('sha256').update(key).digest('base64url'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(tag)
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
