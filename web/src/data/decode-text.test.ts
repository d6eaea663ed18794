import { expect, it } from 'vitest'
import { decodeText, maxLines } from './decode-text.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('splits a text into lines with any line end', () => {
  expect(decodeText(bytes('one\ntwo\r\nthree\n'))).toEqual({ lines: ['one', 'two', 'three'], encoding: null })
  expect(decodeText(bytes('é\n\n'))?.lines).toEqual(['é', ''])
  expect(decodeText(bytes('no end'))?.lines).toEqual(['no end'])
  expect(decodeText(bytes(''))?.lines).toEqual([])
})

it('decodes a text of a legacy encoding', () =>
  expect(decodeText(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).toEqual({ lines: ['café'], encoding: 'Windows-1252' }))

it('detects binary content', () => {
  expect(decodeText(new Uint8Array([1, 0, 2]))).toBeUndefined()
  expect(decodeText(new Uint8Array([0xff, 0x01, 0x02, 0x03, 0x1f, 0x8b]))).toBeUndefined()
})

it('returns nothing for more lines than the maximum', () => {
  expect(decodeText(bytes('\n'.repeat(maxLines)))?.lines).toHaveLength(maxLines)
  expect(decodeText(bytes('\n'.repeat(maxLines + 1)))).toBeUndefined()
})
