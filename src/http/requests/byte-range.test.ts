import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'

describe('a Range', () => {
  it.each([
    // common ranges of ten bytes
    [undefined, 'whole'],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-', { start: 3, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['BYTES = 3-5 ', { start: 3, end: 5 }],
    ['bytes=007-8', { start: 7, end: 8 }],
    ['bytes=3-5,', { start: 3, end: 5 }],
    // clamped
    ['bytes=3-10', { start: 3, end: 9 }],
    ['bytes=0-99999999999999999999999999', { start: 0, end: 9 }],
    // from the end
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-11', { start: 0, end: 9 }],
    ['bytes=-99999999999999999999999999', { start: 0, end: 9 }],
    // beyond the end
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=99999999999999999999999999-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    // invalid
    ['', 'whole'],
    ['bytes', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-3', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1.5-3', 'whole'],
    ['bytes=+1-3', 'whole'],
    ['bytes=1 -3', 'whole'],
    ['bytes=0x1-3', 'whole'],
    ['bytes=-1-3', 'whole'],
    ['bytes=١-٣', 'whole'],
    ['lines=1-3', 'whole'],
    ['1-3', 'whole'],
    // several
    ['bytes=0-1,3-4', 'whole'],
    ['bytes=0-0,-1', 'whole'],
  ] as const)('%j of ten bytes is %j', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range)
  })

  it.each([
    ['bytes=0-', 'unsatisfiable'],
    ['bytes=0-0', 'unsatisfiable'],
    // An empty content has no valid Content-Range.
    ['bytes=-5', 'whole'],
    ['bytes=-0', 'unsatisfiable'],
  ] as const)('%j of an empty content is %j', (header, range) => {
    expect(parseRange(header, 0)).toEqual(range)
  })

  it('with two positions equals that slice of the bytes', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), fc.nat(60), (size, first, last) => {
        const bytes = Array.from({ length: size }, (_, index) => index)
        const range = parseRange(`bytes=${first}-${last}`, size)
        const expected = bytes.filter((each) => each >= first && each <= last)
        if (last < first) expect(range).toBe('whole')
        else if (expected.length === 0) expect(range).toBe('unsatisfiable')
        else expect(range).toEqual({ start: expected[0], end: expected.at(-1) })
      }),
    )
  })
  it('with a suffix length equals the end of the bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 60 }), (size, length) => {
        const expected = Array.from({ length: size }, (_, index) => index).slice(-length)
        expect(parseRange(`bytes=-${length}`, size)).toEqual({ start: expected[0], end: size - 1 })
      }),
    )
  })
  it('of any header is within the content', () => {
    const anyHeader = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'bytes=0123456789-, ') }).map((text) => `bytes=${text}`),
    )
    fc.assert(
      fc.property(anyHeader, fc.nat(), (header, size) => {
        const range = parseRange(header, size)
        if (typeof range === 'string') return
        expect(Number.isInteger(range.start) && Number.isInteger(range.end)).toBe(true)
        expect(range.start >= 0 && range.start <= range.end && range.end < size).toBe(true)
      }),
    )
  })
})
