import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../kit/text/fold.ts'
import { parseSearchWords } from './parse-search-words.ts'
import { buildSnippet } from './snippet.ts'

const findHits = (text: string, words: string, isOpen = false) => {
  const snippet = buildSnippet(text, parseSearchWords(words, isOpen))
  return snippet?.hits.map(({ at, length }) => snippet.text.slice(at, at + length))
}

describe('a snippet', () => {
  it.each([
    ['Crème brûlée', 'BRULEE creme', ['Crème', 'brûlée']],
    ['foo, bar', 'foo-bar', ['foo, bar']],
    ['用户登录失败', '登录', ['登录']],
    ['works👍great', '👍 works', ['works', '👍']],
    ['nothing here', 'else', undefined],
  ])('of %j for %j has the hits %j', (text, words, hits) => {
    expect(findHits(text, words)).toEqual(hits)
  })

  it('matches the beginning of the last word', () => {
    expect(findHits('brulees and cremes', 'brulees cre', true)).toEqual(['brulees', 'cremes'])
    expect(findHits('brulees and cremes', 'bru cremes', true)).toEqual(['cremes'])
  })

  it('is cut between words where the hits are', () => {
    const text = `${'before '.repeat(50)}needle in hay ${'after '.repeat(100)}`
    const snippet = buildSnippet(text, parseSearchWords('needle hay', false))
    expect(snippet).toMatchObject({ isCutBefore: true, isCutAfter: true })
    expect(snippet?.text).toMatch(/^before .*needle in hay .*after$/)
    expect(snippet?.text.length).toBeLessThanOrEqual(240)
  })

  it('shows the part with the most different words', () => {
    const text = `needle ${'straw '.repeat(100)}needle and thread`
    expect(findHits(text, 'needle thread')).toEqual(['needle', 'thread'])
  })

  it('has complete matches for every word of the text', () => {
    // A quote parts words in a text, and would not do so once it is taken out of what is sought.
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => !text.includes('"'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 80 }), fc.nat(), (parts, n) => {
        const sought = parts[n % parts.length] ?? ''
        fc.pre(/[\p{L}\p{N}]/u.test(foldText(sought)))
        const text = parts.join(' ')
        const phrases = parseSearchWords(`"${sought}"`, false)
        const snippet = buildSnippet(text, phrases)
        expect(snippet?.hits.length).toBeGreaterThan(0)
        for (const { at, length } of snippet?.hits ?? []) {
          expect(buildSnippet(snippet?.text.slice(at, at + length) ?? '', phrases)?.hits).toHaveLength(1)
          expect(text).toContain(snippet?.text)
        }
      }),
      { numRuns: 500 },
    )
  })
})
