import { Refusal } from '../../kit/refusal.ts'
import { chunkBytes } from './temporary-file.ts'

/**
 * The bytes that a text of base64 says (RFC 4648 §4), refused in the order of docs/api/attachments.md §6.4. Lines may
 * be broken, as encoders of mail do; anything else that is not of the alphabet, and padding that is missing, is
 * refused: what came mutilated must not be taken for a shorter text.
 */
export function chunkContent(text: string): Buffer {
  const packed = text.replace(/[\t\n\r ]+/g, '')
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) throw new Refusal('invalid', notBase64)
  const padding = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0
  if ((packed.length / 4) * 3 - padding > chunkBytes) throw new Refusal('invalid', tooLarge)
  return Buffer.from(packed, 'base64')
}

const notBase64 = 'Uploaded content does not seem to be properly base64 encoded'
const tooLarge = `Uploaded content exceeds maximum size of ${chunkBytes}`

/**
 * Bytes of a request that brings the largest chunk: JSON may write each `/` of base64 as two characters; and the rest.
 */
export const chunkBodyBytes = 2 * 4 * Math.ceil(chunkBytes / 3) + 65_536
