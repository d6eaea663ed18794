import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeChunk } from './decode-chunk.ts'

describe('the content of a chunk', () => {
  it('is decoded for any bytes and line breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('', '\n', '\r\n', ' \t'), (bytes, lineEnd) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(decodeChunk(text.replace(/.{1,76}/g, (line) => line + lineEnd))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    '***',
    'a',
    'aGVsbG8',
    'aGVsbG8==',
    'aGVsb===',
    '=',
    '====',
    'aGVs=bG8',
    'aG=sbG8=',
    'aGVsbG8_',
    'aGVsbG-=',
    'aGVsbG8é',
    'aGVs\u00a0bG8=',
    'data:text/plain;base64,aGVsbG8=',
  ])('is rejected if it is not base64: %j', (text) => {
    expect(() => decodeChunk(text)).toThrow('Uploaded content does not seem to be properly base64 encoded')
  })

  it('has at most one mebibyte', () => {
    const most = Buffer.alloc(1_048_576, 255)
    expect(decodeChunk(most.toString('base64')).equals(most)).toBe(true)
    const more = Buffer.alloc(1_048_577).toString('base64')
    expect(() => decodeChunk(more)).toThrow('Uploaded content exceeds maximum size of 1048576')
  })
})
