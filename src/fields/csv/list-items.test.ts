import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinItems, splitItems } from './list-items.ts'

describe('lists in one cell', () => {
  it.each([
    [['red', 'green'], 'red;green'],
    [['a;b', 'c'], '"a;b";c'],
    [['say "no"'], '"say ""no"""'],
    [['it is "no"'], '"it is ""no"""'],
    [[' a '], '" a "'],
    [[''], '""'],
    [[], ''],
  ])('%j are %s', (items, text) => {
    expect(joinItems(items)).toBe(text)
    expect(splitItems(text)).toEqual(items)
  })

  it.each([
    [' red ; green ', ['red', 'green']],
    ['a;;b;', ['a', 'b']],
    [' ', []],
    ['it is "no"', ['it is "no"']],
    ['"a" ; b', ['a', 'b']],
  ])('parses %j as %j', (text, items) => {
    expect(splitItems(text)).toEqual(items)
  })

  it.each(['"a', '"a"b', '"a";"', 'a;"b"c'])('rejects %j', (text) => {
    expect(splitItems(text)).toBeUndefined()
  })

  it('round-trip any texts', () => {
    const item = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ';', '"', '\n', '\t', '😀', ',') })
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(splitItems(joinItems(items))).toEqual(items)
      }),
      { numRuns: 1000 },
    )
  })

  it('handles many quotes in linear time', () => {
    // It would take minutes if each quote started a search for its end.
    expect(splitItems(`"${'""'.repeat(1_000_000)}`)).toBeUndefined()
    expect(splitItems(' '.repeat(1_000_000) + 'a"'.repeat(500_000))).toHaveLength(1)
  })
})
