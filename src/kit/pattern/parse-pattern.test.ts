import { describe, expect, it } from 'vitest'
import { foldText } from '../text/fold.ts'
import { matchesPattern } from './matches.ts'
import { parsePattern } from './parse-pattern.ts'

describe('a pattern', () => {
  it.each([
    ['é', ['E', 'é', 'crème'], ['a']],
    ['E\u0301t\u00c9', ['ete', 'ÉTÉ'], ['et']],
    ['^[à-ö]+$', ['a', 'Êé'], ['b']],
    ['[^É]', ['a'], ['é', 'E']],
    ['ΟΔΟΣ$', ['οδός', 'ΟΔΟΣ', 'οδοσ'], ['οδο']],
    ['^한+$', ['한', '한한'], ['하']],
    ['^.$', ['😀', 'é', '漢'], ['ab', '\n']],
    ['^\\u0041\\x62$', ['ab', 'AB'], ['a']],
    ['[\\]\\-x-]', [']', '-', 'x'], ['a', '\\']],
    ['a{2,3}$', ['aa', 'baaa'], ['a']],
    ['^(?:a{2}){2,}$', ['aaaa', 'aaaaaa'], ['aaaaa']],
    ['\\bcat\\b', ['a cat sits', 'cat'], ['concat', 'cats']],
    ['\\Bcat', ['concat'], ['a cat']],
    ['^$|x', ['', 'ax'], ['a']],
    ['a|', ['', 'b'], []],
    ['()', ['', 'b'], []],
    ['}]', ['}]'], ['}']],
    ['\\d+\\s\\w\\S\\D\\W', ['12\u00a0a-b!'], ['12 a-b']],
  ])('%s', (pattern, matching, notMatching) => {
    expect(parsePattern(pattern).problem).toBeUndefined()
    const results = [...matching, ...notMatching].filter((text) => matchesPattern(pattern, foldText(text)))
    expect(results).toEqual(matching)
  })

  it.each([
    ['a)', 2, '")" closes no group'],
    ['(a', 1, '"(" is not closed'],
    ['a|*', 3, '"*" has nothing to repeat'],
    ['+', 1, '"+" has nothing to repeat'],
    ['{2}', 1, '"{" has nothing to repeat; write "\\{" for the character itself'],
    ['a{x}', 2, '"{" begins a repetition as {2}, {2,} or {2,5}; write "\\{" for the character itself'],
    ['a{', 2, '"{" begins a repetition as {2}, {2,} or {2,5}; write "\\{" for the character itself'],
    ['a{3,2}', 2, 'the minimum number of repetitions exceeds the maximum'],
    ['a{256}', 2, 'the maximum number of repetitions is 255'],
    ['a{1,999999999}', 2, 'the maximum number of repetitions is 255'],
    ['a*?', 3, 'lazy repetition is not supported'],
    ['a{2}?', 5, 'lazy repetition is not supported'],
    ['a++', 3, 'possessive repetition is not supported'],
    ['a**', 3, 'a repetition cannot be repeated without a group'],
    ['^*', 2, 'an assertion cannot be repeated'],
    ['(^)*', 4, 'an assertion cannot be repeated'],
    ['(a)\\1', 4, 'backreferences are not supported'],
    ['(?=a)', 1, 'lookahead and lookbehind are not supported'],
    ['a(?!a)', 2, 'lookahead and lookbehind are not supported'],
    ['(?<=a)b', 1, 'lookahead and lookbehind are not supported'],
    ['(?<!a)b', 1, 'lookahead and lookbehind are not supported'],
    ['(?<name>a)', 1, 'groups of this kind are not supported'],
    ['(?i)a', 1, 'groups of this kind are not supported'],
    ['(?>a)', 1, 'groups of this kind are not supported'],
    ['[[:alpha:]]', 2, '"[:" within a class is not supported'],
    ['[[.a.]]', 2, '"[." within a class is not supported'],
    ['[]', 1, 'the class is empty; write "\\]" for the character itself'],
    ['[^\\d\\D]', 1, 'the class contains no character'],
    ['[\u0301]', 1, 'the class contains no character'],
    ['x[a', 2, '"[" is not closed'],
    ['[a-', 1, '"[" is not closed'],
    ['[z-a]', 2, 'the range ends before it begins'],
    ['[a-\\d]', 2, 'a range goes from one character to another; write "\\-" for the character itself'],
    ['[가-힣]', 2, 'a class cannot contain a character that is composed of letters; write them as (…|…)'],
    ['[ -\u{10ffff}]', 2, 'ranges have more than 35000 characters; exclude a smaller one with "[^…]"'],
    ['\\', 1, 'nothing follows "\\"'],
    ['[\\', 2, 'nothing follows "\\"'],
    ['\\p{L}', 1, '"\\p" is not supported'],
    ['[\\b]', 2, '"\\b" is not supported'],
    ['\\A', 1, '"\\A" is not supported'],
    ['\\0', 1, '"\\0" is not supported'],
    ['\\x4', 1, '2 hexadecimal digits of a character are expected'],
    ['\\u0000', 1, '4 hexadecimal digits of a character are expected'],
    ['\\ud800', 1, '4 hexadecimal digits of a character are expected'],
    ['a'.repeat(201), 201, 'it has more than 200 characters'],
    ['('.repeat(21) + ')'.repeat(21), 21, 'groups are nested deeper than 20'],
    ['((a{20}){20}){20}', 17, 'it has more than 400 characters once repetitions are written out'],
    ['(\\b|a){9}', 9, 'it has too many assertions once repetitions are written out'],
    ['(((){255}){255}){255}', 15, 'it has more than 400 characters once repetitions are written out'],
    ['((((a?){99}){99}){99}){99}', 16, 'it has more than 400 characters once repetitions are written out'],
  ])('rejects %s', (pattern, position, what) => {
    expect(parsePattern(pattern).problem).toEqual({ position, what })
  })

  it('accepts or rejects any text without throwing', () => {
    for (const pattern of ['\ud800', '\udc00[', 'a\0', '[\ud800-\udfff]', '\\\ud800', '(?', '(?<', '[^', '[a-\\'])
      expect(() => parsePattern(pattern)).not.toThrow()
  })
})
