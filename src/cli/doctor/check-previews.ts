import { shrinkPicture } from '../../uploads/pictures/shrink-picture.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Generates a preview the way the server does. */
export async function checkPreviews(): Promise<Check> {
  const result = await shrinkPicture({ size: onePixelPng.length, format: 'png', bytes: toStream(onePixelPng) })
  if (typeof result !== 'string') return passCheck('previews', 'enabled')
  if (result === 'no library')
    return passCheck('previews', 'disabled (404): the optional package sharp is not installed')
  return failCheck(
    'previews',
    `preview generation failed for a valid image (${result}); check the memory available for processes`,
  )
}

/** A PNG image of one pixel. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
