import { shrinkPicture } from '../../uploads/shrink-picture.ts'
import { type Check, healthy, ill } from './check.ts'

/** Small pictures: one is made, in the way the server makes them. */
export async function checkPreviews(): Promise<Check> {
  const made = await shrinkPicture({ size: dot.length, format: 'png', bytes: inOnePiece(dot) })
  if (typeof made !== 'string') return healthy('previews', 'are made of pictures')
  if (made === 'no library')
    return healthy('previews', 'are not made, and answered 404: the optional package sharp is not installed')
  return ill('previews', `of a picture that is well none could be made (${made}): is there memory for a process?`)
}

/** A PNG of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
