import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, nextLink } from './cursor.ts'

const place = fc.record({ after: fc.nat(), passed: fc.nat() })

describe('a cursor', () => {
  it('tells its place to the question it was made for', () => {
    fc.assert(
      fc.property(place, fc.string(), (at, question) => {
        expect(decodeCursor(encodeCursor(at, question), question)).toEqual(at)
      }),
    )
  })

  it('is refused for another question', () => {
    const cursor = encodeCursor({ after: 12, passed: 3 }, 'all')
    expect(() => decodeCursor(cursor, 'some')).toThrow('Invalid cursor for this query')
  })

  it('is refused when a single character of it is changed, taken or added', () => {
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

  it('is refused when it is any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text, 'all')).toThrow('Invalid cursor for this query')
      }),
    )
  })

  it('stands in a link with the rest of the question', () => {
    const link = nextLink('https://x.example/api/v1/a', { query: '{"a":"<é>"}', limit: 2, values: '' }, 'abc')
    expect(link).toBe(
      '<https://x.example/api/v1/a?query=%7B%22a%22%3A%22%3C%C3%A9%3E%22%7D&limit=2&cursor=abc>; rel="next"',
    )
  })
})
