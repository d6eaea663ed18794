import { expect, it } from 'vitest'
import { mostLines, shownTextOf } from './shown-text.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('a text is read line by line, however its lines end', () => {
  expect(shownTextOf(bytes('one\ntwo\r\nthree\n'))).toEqual({ lines: ['one', 'two', 'three'], encoding: null })
  expect(shownTextOf(bytes('é\n\n'))?.lines).toEqual(['é', ''])
  expect(shownTextOf(bytes('no end'))?.lines).toEqual(['no end'])
  expect(shownTextOf(bytes(''))?.lines).toEqual([])
})

it('a text of an older encoding is shown as what it most likely is', () =>
  expect(shownTextOf(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).toEqual({ lines: ['café'], encoding: 'Windows-1252' }))

it('what is no text is none', () => {
  expect(shownTextOf(new Uint8Array([1, 0, 2]))).toBeUndefined()
  expect(shownTextOf(new Uint8Array([0xff, 0x01, 0x02, 0x03, 0x1f, 0x8b]))).toBeUndefined()
})

it('more lines than a page bears are not shown', () => {
  expect(shownTextOf(bytes('\n'.repeat(mostLines)))?.lines).toHaveLength(mostLines)
  expect(shownTextOf(bytes('\n'.repeat(mostLines + 1)))).toBeUndefined()
})
