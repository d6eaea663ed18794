import { describe, expect, it } from 'vitest'
import { formatWithoutExponent, matchesPattern } from './matches.ts'

const times = 65_536
const either = Array.from({ length: times }, (_, n) => ((n * 2654435761) % 7 < 3 ? 'a' : 'b')).join('')

describe('a hostile pattern', () => {
  it.each([
    ['(a|aa)*b\\d', `b${'a'.repeat(times)}`],
    ['(x+x+)+y\\d', `y${'x'.repeat(times)}`],
    ['.*.*.*=.*\\d', `=${'x'.repeat(times)}`],
    ['((((((a*)*)*)*)*)*)*b$', `b${'a'.repeat(times)}`],
    ['(a?){100}a{100}b\\d', `b${'a'.repeat(times)}`],
    ['(a|b)*a(a|b){120}c', `${either}!c`],
    ['(.{1,90}a){2}.{190}!\\d', `${either}\n!`],
    ['(\\b|a)*\\bb\\B$', `${'a '.repeat(times / 2)}b`],
  ])('%s is matched against a long text in linear time', (pattern, text) => {
    // With backtracking it would take years.
    expect(matchesPattern(pattern, text)).toBe(false)
  })
})

it.each([
  [5, '5'],
  [-1.5, '-1.5'],
  [1e21, '1000000000000000000000'],
  [1.25e-7, '0.000000125'],
  [-2.5e22, '-25000000000000000000000'],
  [5e-324, `0.${'0'.repeat(323)}5`],
])('%d has the digits %s', (value, digits) => {
  expect(formatWithoutExponent(value)).toBe(digits)
})
