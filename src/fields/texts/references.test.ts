import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findMentions } from './references.ts'

it.each([
  ['bug #12', [['bug', 12]]],
  [
    'see Bug #12, art #3.',
    [
      ['bug', 12],
      ['art', 3],
    ],
  ],
  ['bug\u00a0#12', [['bug', 12]]],
  ['art # 12', []],
  ['bug#12', []],
  ['#12', []],
  ['bug #12a', []],
  ['bug #12345678901234567890', []],
  ['ébug #1', []],
  ['my-bug #1', []],
  // The number in front of a colon is a project.
  ['art #101:12', [['art', 12]]],
  ['art #my-project:12: done', [['art', 12]]],
  ['art #12: done', [['art', 12]]],
] as const)('%j mentions %j', (text, mentions) =>
  expect(findMentions(text).map(({ keyword, number }) => [keyword, number])).toStrictEqual(mentions),
)

it.each([
  ['art #12', null],
  ['art #101:12', '101'],
  ['art #my-project:12', 'my-project'],
  ['art #12: 13', null],
])('%j names the project %j', (text, project) =>
  expect(findMentions(text)).toMatchObject([{ project, start: 0, length: project === null ? 7 : text.length }]),
)

it('returns the start and length of each mention', () =>
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), (before, number, after) => {
      const text = `${before}, bug #${number} ${after}`
      for (const { start, length, keyword, number } of findMentions(text)) {
        expect(
          text
            .slice(start, start + length)
            .toLowerCase()
            .replaceAll('\u00a0', ' '),
        ).toMatch(new RegExp(`^${keyword} #0*${number}$`))
      }
    }),
  ))

// Text next to a mention that does not join it to one word.
const edge = fc.constantFrom('', ' ', '\n', ',', '(', ')', '"', '<p>', '«', '…', '😀', '#', '.', ':')
const keyword = fc.stringMatching(/^[A-Za-z0-9_]{1,20}$/)
const number = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 999_999_999_999_999))

it('finds all mentions in order', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(edge, keyword, fc.constantFrom(' ', '\u00a0'), number)), (planted) => {
      const text = planted.map(([before, word, blank, n]) => `${before} ${word}${blank}#${n}`).join('')
      expect(findMentions(text).map((mention) => [mention.keyword, mention.number])).toStrictEqual(
        planted.map(([, word, , n]) => [word.toLowerCase(), n]),
      )
    }),
  ))

it('ignores mentions inside words and impossible numbers', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    keyword,
    edge,
    fc.constantFrom(' #', '-', '_', '0'),
  )
  const dense = fc.array(
    fc.oneof(
      part,
      number.map(String),
      number.map((n) => `bug #${n}`),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(dense, (parts) => {
      const text = parts.join('')
      let end = 0
      for (const { start, length, number } of findMentions(text)) {
        expect(start).toBeGreaterThanOrEqual(end)
        end = start + length
        expect(text.slice(0, start)).not.toMatch(/[\p{L}\p{N}_-]$/u)
        expect(text.slice(end)).not.toMatch(/^[\p{L}\p{N}_]/u)
        expect(Number.isSafeInteger(number)).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['a letter before', (mention: string) => `x${mention}`, false],
  ['a letter of another script before', (mention: string) => `ж${mention}`, false],
  ['a hyphen before', (mention: string) => `my-${mention}`, false],
  ['a letter behind', (mention: string) => `${mention}x`, false],
  ['a digit of another script behind', (mention: string) => `${mention}٣`, false],
  ['two blanks', (mention: string) => mention.replace(' ', '  '), false],
  ['a line break for the blank', (mention: string) => mention.replace(' ', '\n'), false],
  ['a hyphen behind', (mention: string) => `${mention}-`, true],
  ['sixteen digits', () => 'bug #1234567890123456', false],
  ['fifteen digits', () => 'bug #123456789012345', true],
])('with %s', (_what, change, isFound) =>
  fc.assert(
    fc.property(number, (n) => {
      const mentions = findMentions(change(`bug #${n}`)).filter((mention) => mention.keyword === 'bug')
      expect(mentions).toHaveLength(isFound ? 1 : 0)
    }),
    { numRuns: 30 },
  ),
)

it('scans a long text without mentions in linear time', () => {
  const hostile = ['a', 'a #', '_', ' #1', '\u00a0#', 'a ', '-a', 'é', 'bug #1x', `${'9'.repeat(16)} #`]
  // It would take minutes if each character started a search.
  for (const piece of hostile) findMentions(`${piece.repeat(500_000)} #`)
  expect(findMentions(`bug #${'1'.repeat(1_000_000)}`)).toEqual([])
})
