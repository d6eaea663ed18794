import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { chunkBytes } from './temporary-file.ts'

/**
 * Decodes base64 (RFC 4648 §4) and throws in the order of docs/api/attachments.md §6.4. Line breaks are accepted, as
 * encoders of mail write them. Other characters outside the alphabet and missing padding are rejected, so that damaged
 * content is not taken for shorter content.
 */
export function decodeChunk(text: string): Buffer {
  const packed = text.replace(/[\t\n\r ]+/g, '')
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) throw new Refusal('invalid', notBase64)
  const padding = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0
  if ((packed.length / 4) * 3 - padding > chunkBytes) throw new Refusal('invalid', tooLarge)
  return Buffer.from(packed, 'base64')
}

const notBase64 = message`Uploaded content does not seem to be properly base64 encoded`
const tooLarge = message`Uploaded content exceeds maximum size of ${chunkBytes}`

/**
 * Maximum size of a request with the largest chunk: JSON may escape each `/` of base64 with two characters. The addend
 * is for the rest of the body.
 */
export const chunkBodyBytes = 2 * 4 * Math.ceil(chunkBytes / 3) + 65_536
