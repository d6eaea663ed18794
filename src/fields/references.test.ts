import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mentionsIn } from './references.ts'

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
] as const)('%j mentions %j', (text, mentions) =>
  expect(mentionsIn(text).map(({ keyword, number }) => [keyword, number])).toStrictEqual(mentions),
)

it('a mention is where it says', () =>
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), (before, number, after) => {
      const text = `${before}, bug #${number} ${after}`
      for (const { start, length, keyword, number } of mentionsIn(text)) {
        expect(
          text
            .slice(start, start + length)
            .toLowerCase()
            .replaceAll('\u00a0', ' '),
        ).toMatch(new RegExp(`^${keyword} #0*${number}$`))
      }
    }),
  ))

it('a long text of no mention takes no time', () => {
  const start = performance.now()
  mentionsIn('a'.repeat(500_000))
  mentionsIn('a #'.repeat(200_000))
  expect(performance.now() - start).toBeLessThan(2000)
})
