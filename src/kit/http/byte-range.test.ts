import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'

describe('a Range', () => {
  it.each([
    // what a client asks of ten bytes
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
    // not understood
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
  ] as const)('%j of ten bytes is %j', (header, asked) => {
    expect(parseRange(header, 10)).toEqual(asked)
  })

  it.each([
    ['bytes=0-', 'unsatisfiable'],
    ['bytes=0-0', 'unsatisfiable'],
    // All of nothing, which no Content-Range can say.
    ['bytes=-5', 'whole'],
    ['bytes=-0', 'unsatisfiable'],
  ] as const)('%j of nothing is %j', (header, asked) => {
    expect(parseRange(header, 0)).toEqual(asked)
  })

  it('of two positions is what a list of bytes has between them', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), fc.nat(60), (size, first, last) => {
        const bytes = Array.from({ length: size }, (_, index) => index)
        const asked = parseRange(`bytes=${first}-${last}`, size)
        const expected = bytes.filter((each) => each >= first && each <= last)
        if (last < first) expect(asked).toBe('whole')
        else if (expected.length === 0) expect(asked).toBe('unsatisfiable')
        else expect(asked).toEqual({ start: expected[0], end: expected.at(-1) })
      }),
    )
  })
  it('of an ending is the end of a list of bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 60 }), (size, length) => {
        const expected = Array.from({ length: size }, (_, index) => index).slice(-length)
        expect(parseRange(`bytes=-${length}`, size)).toEqual({ start: expected[0], end: size - 1 })
      }),
    )
  })
  it('of whatever a client sends is never outside of what there is', () => {
    const sent = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'bytes=0123456789-, ') }).map((text) => `bytes=${text}`),
    )
    fc.assert(
      fc.property(sent, fc.nat(), (header, size) => {
        const asked = parseRange(header, size)
        if (typeof asked === 'string') return
        expect(Number.isInteger(asked.start) && Number.isInteger(asked.end)).toBe(true)
        expect(asked.start >= 0 && asked.start <= asked.end && asked.end < size).toBe(true)
      }),
    )
  })
})
