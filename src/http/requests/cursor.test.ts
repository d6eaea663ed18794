import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, formatNextLink } from './cursor.ts'

const place = fc.record({ after: fc.nat(), passed: fc.nat() })

describe('a cursor', () => {
  it('returns its position for the same query', () => {
    fc.assert(
      fc.property(place, fc.string(), (at, question) => {
        expect(decodeCursor(encodeCursor(at, question), question)).toEqual(at)
      }),
    )
  })

  it('is rejected for another query', () => {
    const cursor = encodeCursor({ after: 12, passed: 3 }, 'all')
    expect(() => decodeCursor(cursor, 'some')).toThrow('Invalid cursor for this query')
  })

  it('is rejected if a character was changed, removed or added', () => {
    const cursor = encodeCursor({ after: 12, passed: 3 }, 'all')
    for (let at = 0; at <= cursor.length; at++) {
      for (const other of ['', 'A', 'z', '_', '='])
        for (const changed of [
          cursor.slice(0, at) + other + cursor.slice(at + 1),
          cursor.slice(0, at) + other + cursor.slice(at),
        ])
          if (changed !== cursor)
            expect(() => decodeCursor(changed, 'all'), changed).toThrow('Invalid cursor for this query')
    }
  })

  it('is rejected if it is any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text, 'all')).toThrow('Invalid cursor for this query')
      }),
    )
  })

  it('is part of the next link together with the query', () => {
    const link = formatNextLink('https://x.example/api/v1/a', { query: '{"a":"<é>"}', limit: 2, values: '' }, 'abc')
    expect(link).toBe(
      '<https://x.example/api/v1/a?query=%7B%22a%22%3A%22%3C%C3%A9%3E%22%7D&limit=2&cursor=abc>; rel="next"',
    )
  })
})
