import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold.ts'
import { extractIndexedWords, tokenizeWords } from './words.ts'

const words = (text: string) => [...tokenizeWords(text)].map(({ word }) => word)

describe('the words of a text', () => {
  it.each([
    ['The quick, brown fox-trot', ['the', 'quick', 'brown', 'fox', 'trot']],
    ['Crème BRÛLÉE', ['creme', 'brulee']],
    ['Größe 2.5 a_b', ['große', '2', '5', 'a', 'b']],
    ['ΟΔΟΣ.ΑΒ οδος', ['οδοσ', 'αβ', 'οδοσ']],
    ['登录失败 now', ['登', '录', '失', '败', 'now']],
    ['works👍🏽great', ['works', '👍', 'great']],
    ['', []],
    ['"*()^:- \0', []],
  ])('of %j are correct', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('have positions', () => {
    expect([...tokenizeWords('a Née')]).toEqual([
      { word: 'a', at: 0, length: 1 },
      { word: 'nee', at: 2, length: 3 },
    ])
  })

  it('are the same before and after folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(words(foldText(text))).toEqual(words(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('are the same before and after folding, character by character', () => {
    const differ: string[] = []
    for (let code = 0; code < 0x3_00_00; code++) {
      const sign = String.fromCodePoint(code)
      if (words(foldText(sign)).join() !== words(sign).join()) differ.push(code.toString(16))
    }
    expect(differ).toEqual([])
  })

  it('are the same for ASCII texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 100 }), (text) => {
        expect(extractIndexedWords(text)).toEqual(words(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('are limited in length and number', () => {
    expect(extractIndexedWords('𝒳'.repeat(100))).toEqual(['𝒳'.repeat(64)])
    expect(extractIndexedWords('a '.repeat(20_000))).toHaveLength(16_000)
  })
})
