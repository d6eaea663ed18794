import { describe, expect, it } from 'vitest'
import { detectPictureFormat, formatOf } from './picture.ts'

describe('the format of an image', () => {
  it.each([
    ['image/png', 'png'],
    ['image/gif', 'gif'],
    ['image/jpeg', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['IMAGE/PNG', 'png'],
    ['image/svg+xml', undefined],
    ['image/webp', undefined],
    ['image/png; x=y', undefined],
    ['text/plain', undefined],
    ['', undefined],
  ])('declared as %j is %s', (mediaType, format) => {
    expect(detectPictureFormat(mediaType)).toBe(format)
  })

  it.each([
    ['\x89PNG\r\n\x1a\n…', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['GIF89a', 'gif'],
    ['GIF87a', 'gif'],
    ['GIF88a', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
    ['%PDF-1.7', undefined],
    ['\x89PN', undefined],
    ['', undefined],
  ])('that begins with %j is %s', (bytes, format) => {
    expect(formatOf(Buffer.from(bytes, 'latin1'))).toBe(format)
  })
})
