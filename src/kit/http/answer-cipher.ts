import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What can be done with a key that only the client has: its answers are as secret as the key is. */
export interface AnswerCipher {
  /** Under which the answer is found; tells nothing of the key. */
  readonly keyHash: string
  /** Says whether two requests are one. Keyed, since bodies hold passwords, which a bare hash would give away to guessing. */
  fingerprint(text: string): string
  encrypt(text: string): string
  decrypt(sealed: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM and HMAC under keys derived (HKDF) from the Idempotency-Key; `context` binds them to caller and route. */
export function createAnswerCipher(key: string, context: string): AnswerCipher {
  const derived = Buffer.from(hkdfSync('sha256', key, context, 'tulipwood idempotent answer', 64))
  const [sealing, telling] = [derived.subarray(0, 32), derived.subarray(32)]
  return {
    keyHash: createHash('sha256').update(key).digest('base64url'),
    fingerprint: (text) => createHmac('sha256', telling).update(text).digest('base64url'),
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(tag)
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
