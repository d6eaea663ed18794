import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import { getRounds } from '../../../test/kit/rounds.ts'
import type { Database } from '../../database/db/db.ts'
import { matchesDigits, matchesText, matchesTextAmongFew } from '../../database/sql/text-index.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { foldText } from '../text/fold.ts'
import { formatWithoutExponent } from './matches.ts'
import { parsePattern } from './parse-pattern.ts'
import type { Pattern } from './pattern.ts'

const runs = getRounds('TULIPWOOD_FUZZ_RUNS', { quick: 60, full: 300 })

const letters = ['a', 'b', 'c', '1', ' ', '-', '_', '\n', 'abc', 'é', '漢', '😀', 'ß', '%', '"', "'", '\\', ']', '.']
// Short texts, because JavaScript is slow for nested repetitions.
const someText = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join('').slice(0, 14))

const literal = fc.constantFrom('a', 'b', 'c', '1', ' ', '-', '_', 'abc', '漢', '😀', 'ß', '%', '"', "'", '\\]', '\\.')
const kind = fc.constantFrom('\\d', '\\w', '\\s', '\\D', '\\W', '\\S')
const edge = fc.constantFrom('^', '$', '\\b', '\\B')
const member = fc.oneof(
  fc.constantFrom('a', 'c', '1', '漢', '😀', '.', ' ', 'a-c', '0-9', '!-\\/', '漢-😀', '\\-'),
  kind,
)
const set = fc
  .tuple(fc.constantFrom('', '^'), fc.array(member, { minLength: 1, maxLength: 3 }))
  .map(([sign, members]) => `[${sign}${members.join('')}]`)
const one = fc.oneof({ weight: 4, arbitrary: literal }, fc.constant('.'), kind, set)
const times = fc.constantFrom('*', '+', '?', '{0}', '{2}', '{1,}', '{0,2}', '{2,3}')
const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const group = fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([begin, inner]) => `${begin}${inner})`)
  const edges = fc.oneof(
    edge,
    edge.map((each) => `(x|${each})`),
    edge.map((each) => `(|${each}|a)+`),
  )
  const part = fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: one },
    { weight: 1, arbitrary: edges },
    { weight: 2, arbitrary: fc.tuple(one, times).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: group },
    { weight: 2, arbitrary: fc.tuple(group, times).map((parts) => parts.join('')) },
  )
  const sequence = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''))
  return { pattern: fc.array(sequence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')) }
})

/** Nesting depth of repetitions. */
function nested(parsed: Pattern): number {
  if (parsed.kind === 'repeat') return 1 + nested(parsed.of)
  return parsed.kind === 'choice' || parsed.kind === 'sequence' ? Math.max(0, ...parsed.of.map(nested)) : 0
}

describeOnEachDatabase((place) => {
  describe('a pattern', () => {
    let db: Database
    const texts = [...new Set(fc.sample(someText, { numRuns: 400, seed: 3 }).map(foldText)), 'οδος', 'οδοσ'].filter(
      (text) => text !== '',
    )
    const numbers = [0, 1, 12, 121, -7, 1.5, -0.25, 1e15, 123_456_789_012, 1e21, 2.5e-7, 0.000_01, 1e300]

    beforeAll(async () => {
      db = await place.open()
      await db.write(async (tx) => {
        await insertRows(tx, 'value_text', texts.map((text, n) => ({ artifact_id: n, field_id: 1, text })) as never)
        await insertRows(
          tx,
          'value_number',
          numbers.map((value, n) => ({ artifact_id: n, field_id: 1, value })) as never,
        )
      })
    })

    const findArtifacts = async (source: string) => {
      const lists = [matchesText, matchesTextAmongFew].map(async (isMatch) => {
        const rows = db.read
          .selectFrom('value_text')
          .select('artifact_id')
          .where('field_id', '=', 1 as never)
        return (await rows.where(isMatch('value_text', source)).orderBy('artifact_id').execute()).map(
          (row) => texts[row.artifact_id],
        )
      })
      const [all, few] = await Promise.all(lists)
      expect([source, few]).toEqual([source, all])
      return all
    }

    it('finds the same texts as JavaScript', async () => {
      await fc.assert(
        fc.asyncProperty(pattern, async (source) => {
          const { pattern: parsed } = parsePattern(source)
          // Of the generated patterns, only anchors within a group and empty patterns are rejected.
          fc.pre(parsed !== undefined && source !== '' && nested(parsed) <= 2)
          const plain = source.replaceAll(/\\([-"'%])/g, (_, sign) => (sign === '-' ? '\\-' : sign))
          // The alternative works around V8, for which /[^a]$/u does not match '😀'.
          const expression = new RegExp(`(?:${plain})|(?!)`, 'u')
          expect([source, await findArtifacts(source)]).toEqual([source, texts.filter((text) => expression.test(text))])
        }),
        { numRuns: runs },
      )
    }, 600_000)

    it('finds characters that folding expands to two', async () => {
      expect(await findArtifacts('ΟΔΟΣ')).toEqual(['οδος', 'οδοσ'])
    })

    it.each(['^1', '5$', '^-', '\\.', '0{15}', '^1\\d*$', '^0\\.0+25$', '0{200}', 'e'])(
      'finds numbers by their digits with %s',
      async (source) => {
        const rows = db.read
          .selectFrom('value_number')
          .select('artifact_id')
          .where('field_id', '=', 1 as never)
        const ids = await rows.where(matchesDigits('value_number.value', source)).orderBy('artifact_id').execute()
        expect(ids.map(({ artifact_id: n }) => numbers[n])).toEqual(
          numbers.filter((value) => new RegExp(source).test(formatWithoutExponent(value))),
        )
      },
    )

    // Patterns up to the maximum length; no database may fail for an accepted pattern.
    it.each([
      '(a|aa)*b',
      '(x+x+)+y',
      '.*.*.*=.*',
      '(a|b)*a(a|b){190}c',
      `${'(?:'.repeat(19)}a${'*)'.repeat(19)}b`,
      '((((a?){4}){4}){4}){4}a{140}',
      '(.{1,90}a){2}.{190}!',
      '(\\b|a)*\\bb\\B$',
      ...[`${'(\\b|\\B)'.repeat(4)}b`, '((\\b|\\B)*){4}b', `${'(\\b|a)*'.repeat(8)}b`, '((\\b|a)?){8}b', '(\\b|a){8}'],
      ...['(^|$|\\b|\\B){2}(^|$)*', '(\\b\\w+\\b\\W*){4}', '((^|$|a)*){10}b', '((^|$){5}){2}b', '(^|a){20}b'],
      ...['(a?b?c?d?){99}', '(a*b*c*d*){99}b', '(((a?){1,5}){1,5}){1,15}b', '((x|){2}){90}b'],
      '[^\\d]{255}\\s{100}',
      `(${'a|'.repeat(90)})+$`,
      '(((a*)+)?){0,100}b',
      '[\u4e00-\u9fff\u0400-\u04ff]+\\S+\\W+',
      '(\\W|\\S|[^a-f]){130}',
    ])('%s does not fail in the database', async (source) => {
      expect(parsePattern(source).problem).toBeUndefined()
      expect(await findArtifacts(source)).toBeInstanceOf(Array)
    })
  })
})
