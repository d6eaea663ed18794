import { describe, expect, it } from 'vitest'
import { parsePattern } from './parse-pattern.ts'
import type { Pattern } from './pattern.ts'
import { findRequiredSubstrings } from './required-substrings.ts'

describe('required substrings of a pattern', () => {
  it.each([
    ['login', ['login']],
    ['^Login$', ['login']],
    ['lo.*gin \\d+', ['gin ']],
    ['(?:lo)(gin)s?', ['login']],
    ['\\bsign\\b.in', ['sign']],
    ['error|warning', ['error', 'warning']],
    ['an? (error|warning)', ['error', 'warning']],
    ['error|no', []],
    ['(abc)+', ['abc']],
    ['(abc)*', []],
    ['(abc){2}d', ['abcabcd']],
    ['(abc){0}', []],
    ['[a]b[c]d', ['abcd']],
    ['a.c', []],
    ['\\d{3}', []],
    ['Straße', ['straße']],
    ['οδος', ['οδο']],
    ['한', ['\u1112\u1161\u11ab']],
  ])('%s: %j', (text, required) => {
    expect(findRequiredSubstrings(parsePattern(text).pattern as Pattern)).toEqual(required)
  })
})
