import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineQuery } from './outline.ts'

const rolesOf = (text: string) =>
  outlineQuery(text)
    .tokens.map(({ token, role }) => `${role}:${token.text}`)
    .join(' ')

describe('the outline of a query', () => {
  it.each([
    [
      'assigned_to = MYSELF() AND due < NOW() +7d',
      'field:assigned_to operator:= function:MYSELF function:( function:) keyword:AND field:due operator:< function:NOW function:( function:) function:+ function:7 function:d',
    ],
    [
      'trades IN("Wood", 3) OR WITH PARENT',
      'field:trades keyword:IN plain:( value:"Wood" plain:, value:3 plain:) keyword:OR link:WITH link:PARENT',
    ],
    [
      'a NOT IN (MYSELF(), "x")',
      'field:a keyword:NOT keyword:IN plain:( function:MYSELF function:( function:) plain:, value:"x" plain:)',
    ],
    ['is NOT IN (1)', 'field:is keyword:NOT keyword:IN plain:( value:1 plain:)'],
    ['IS NOT LINKED TO TRACKER = "x"', 'link:IS link:NOT link:LINKED link:TO link:TRACKER operator:= value:"x"'],
    ['with = 1 AND and = 2', 'field:with operator:= value:1 keyword:AND field:and operator:= value:2'],
    [
      '(@comments = "x") ORDER BY a DESC, b',
      'plain:( field:@comments operator:= value:"x" plain:) keyword:ORDER keyword:BY field:a keyword:DESC plain:, field:b',
    ],
    ['status IN("Ready", "', 'field:status keyword:IN plain:( value:"Ready" plain:, value:"'],
    ['a = AND b = 1', 'field:a operator:= keyword:AND field:b operator:= value:1'],
    ['a b c AND d = 1', 'field:a plain:b plain:c keyword:AND field:d operator:= value:1'],
  ])('of %j is %s', (text, roles) => expect(rolesOf(text)).toBe(roles))

  it('has the comparisons with the places of their operators', () => {
    const { comparisons, sortKeys } = outlineQuery('a NOT IN ("x", NOW()) AND b > 2 AND c ORDER BY d')
    expect(
      comparisons.map(({ field, operator, literals }) => [field.text, operator, literals.map(({ text }) => text)]),
    ).toStrictEqual([
      ['a', { text: 'NOT IN', at: 2, end: 8 }, ['"x"', 'NOW']],
      ['b', { text: '>', at: 28, end: 29 }, ['2']],
      ['c', null, []],
    ])
    expect(sortKeys.map(({ text }) => text)).toStrictEqual(['d'])
  })

  it('exists for any text, with every token once', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'a',
            '=',
            '(',
            ')',
            ',',
            'AND',
            'NOW',
            'NOT',
            'IN',
            '"x"',
            '"',
            'ORDER',
            'BY',
            'IS',
            '-',
            '3',
            'é',
          ),
        ),
        (pieces) => {
          const { tokens } = outlineQuery(pieces.join(' '))
          const places = tokens.map(({ token }) => token.at)
          expect(places).toStrictEqual(places.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})
