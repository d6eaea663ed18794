import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchLabel, matchText, rankMatches } from './fuzzy-match.ts'

describe('typed words', () => {
  it.each([
    ['st', 'Change status', [[7, 9]]],
    ['STA', 'Change status', [[7, 10]]],
    [
      'sta ch',
      'Change status',
      [
        [0, 2],
        [7, 10],
      ],
    ],
    [
      'cs',
      'Change status',
      [
        [0, 1],
        [7, 8],
      ],
    ],
    ['elan', 'Élan vital', [[0, 4]]],
    ['tus', 'Change status', [[10, 13]]],
    ['', 'Change status', []],
  ])('%s match %s', (query, text, ranges) => expect(matchText(query, text)?.ranges).toStrictEqual(ranges))

  it.each([
    ['x', 'Change status'],
    // One letter within a word.
    ['h', 'Change status'],
    ['sc', 'Change status'],
    ['status x', 'Change status'],
  ])('%s do not match %s', (query, text) => expect(matchText(query, text)).toBeUndefined())

  it('match other words of a command, which mark nothing', () => {
    expect(matchLabel('theme', 'Appearance', 'theme density')).toMatchObject({ ranges: [] })
    expect(matchLabel('theme', 'Appearance')).toBeUndefined()
  })

  it('match their own text, at places within it, whatever the characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(matchText(a, a)).toBeDefined()
        for (const [from, to] of matchText(a, `${b} ${a}`)?.ranges ?? []) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(a.length + b.length + 1)
        }
      }),
    )
  })
})

it('the best match comes first, equal ones in their order', () => {
  const labels = ['Bestow', 'Project settings', 'Stop watching', 'Start', 'Old stock'].map((label) => ({ label }))
  expect(rankMatches('st', labels).map(({ item }) => item.label)).toStrictEqual([
    'Stop watching',
    'Start',
    'Old stock',
    'Bestow',
  ])
})
