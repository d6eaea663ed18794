import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as english from './en/states.ts'
import * as french from './fr/states.ts'
import { createNumberFormats } from './numbers.ts'

const languages = { en: english, fr: french }
const numbers = fc
  .oneof(fc.integer({ min: -5, max: 2000 }), fc.integer(), fc.double({ noNaN: true, min: -1e12, max: 1e12 }))
  // The browser writes a negative zero as -0.
  .filter((n) => !Object.is(n, -0))

describe.each(['en', 'fr'] as const)('numbers in %s', (language) => {
  const { formatCount, formatPlural } = languages[language]

  it('are written as the browser writes them', () => {
    const format = new Intl.NumberFormat(language)
    fc.assert(
      fc.property(numbers, (n) => {
        expect(formatCount(n)).toBe(format.format(n))
      }),
    )
  })

  it('have the form of the noun that the plural rules of the browser select', () => {
    const rules = new Intl.PluralRules(language)
    // The rules apply to the number as it is written.
    const printableNumbers = numbers.filter((n) => Number.isInteger(n * 10))
    fc.assert(
      fc.property(printableNumbers, (n) => {
        expect(formatPlural(n, 'one', 'other').endsWith(' one')).toBe(rules.select(n) === 'one')
      }),
    )
  })
})

it('loads no format for small numbers', () => {
  const { formatCount } = createNumberFormats('no language', () => false)
  expect(formatCount(999)).toBe('999')
  expect(() => formatCount(1000)).toThrow(RangeError)
})
