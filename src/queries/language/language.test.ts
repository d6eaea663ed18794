import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Comparison, Expression, Literal, NumberLiteral, Query, Searchable } from './ast.ts'
import { computeCost } from './cost.ts'
import { findExpectedInput } from './expected-input.ts'
import { inputNames } from './input-names.ts'
import { tokenizeQuery } from './lexer.ts'
import { limits } from './limits.ts'
import { outlineQuery } from './outline.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print.ts'
import { computePosition } from './problem.ts'
import type { Token } from './token.ts'

const keywords = [
  'with',
  'is',
  'not',
  'in',
  'between',
  'and',
  'or',
  'order',
  'select',
  'from',
  'now',
  'asc',
  '42',
  '3d',
]
const anyName = fc.oneof(fc.constantFrom(...keywords), fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/))
const anySearchable: fc.Arbitrary<Searchable> = fc.oneof(
  fc.record({ at: fc.constant(0), kind: fc.constant('field'), name: anyName }),
  fc.record({ at: fc.constant(0), kind: fc.constant('metadata'), name: fc.stringMatching(/^[A-Za-z0-9_.]{1,12}$/) }),
)
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .chain((text) => fc.constantFrom(text, `${text}\n`, `"${text}'`, `\\${text}\\`, `${text}\u00a0`))
  .map((text) => text.replaceAll('\0', ''))
const aNumber = (kind: NumberLiteral['kind'], text: string): Literal => ({ at: 0, kind, value: Number(text), text })
const anyLiteral: fc.Arbitrary<Literal> = fc.oneof(
  anyText.map((value): Literal => ({ at: 0, kind: 'string', value })),
  fc.stringMatching(/^\d{1,20}$/).map((text) => aNumber('integer', text)),
  fc.stringMatching(/^\d{1,5}\.\d{1,5}$/).map((text) => aNumber('float', text)),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('now' as const),
    period: fc.option(
      fc.record({
        amount: fc.integer({ min: -limits.period, max: limits.period }),
        unit: fc.constantFrom('d', 'w', 'm', 'y'),
      }),
    ),
  }),
  fc.record({ at: fc.constant(0), kind: fc.constantFrom('myself' as const, 'open' as const) }),
)
const anArtifact = fc.record({ at: fc.constant(0), kind: fc.constant('artifact' as const), id: fc.maxSafeNat() })
const aTracker = fc.record({
  at: fc.constant(0),
  kind: fc.constant('tracker' as const),
  operator: fc.constantFrom('=', '!='),
  itemName: anyText,
})
const anyTerm: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('compare'),
    searchable: anySearchable,
    operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
    literal: anyLiteral,
  }),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('between'),
    searchable: anySearchable,
    from: anyLiteral,
    to: anyLiteral,
  }),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('in'),
    isNegated: fc.boolean(),
    searchable: anySearchable,
    values: fc
      .tuple(anyLiteral, fc.array(anyLiteral, { maxLength: 3 }))
      .map(([first, more]) => [first, ...more] as const),
  }),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('family'),
    relation: fc.constantFrom('parent', 'children'),
    isNegated: fc.boolean(),
    other: fc.option(fc.oneof(anArtifact, aTracker)),
  }),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('linked'),
    direction: fc.constantFrom('from', 'to'),
    isNegated: fc.boolean(),
    other: fc.option(fc.oneof(anArtifact, aTracker)),
    type: fc.option(fc.record({ at: fc.constant(0), name: anyText })),
  }),
  fc.record({
    at: fc.constant(0),
    kind: fc.constant('coverage'),
    relation: fc.constantFrom('covered', 'covering'),
    isNegated: fc.boolean(),
    other: fc.option(anArtifact),
  }),
)
const { anyExpression } = fc.letrec<{ anyExpression: Expression }>((tie) => ({
  anyExpression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyTerm,
    fc
      .tuple(
        fc.constantFrom('and', 'or'),
        tie('anyExpression'),
        fc.array(tie('anyExpression'), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([kind, first, [second = first, ...others]]): Expression => ({ kind, at: 0, of: [first, second, ...others] }),
      ),
  ),
}))
const anyQuery: fc.Arbitrary<Query> = fc.record({
  where: fc.option(anyExpression, { freq: 20 }),
  orderBy: fc.array(
    fc.record({ at: fc.constant(0), searchable: anySearchable, direction: fc.constantFrom('asc', 'desc') }),
    { maxLength: 3 },
  ),
})

/** The tree with every place at 0, as the generated ones have them. */
const withoutPlaces = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value) => (key === 'at' ? 0 : value)))

function treeOf(text: string): Query {
  const parsed = parseQuery(text)
  if ('problem' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`)
  return parsed.ok
}

/** Pieces of the language in any order: most are no query, and fail deep inside. */
const nearlyAQuery = fc
  .array(
    fc.oneof(
      anyTerm.map((where) => printQuery({ where, orderBy: [] })),
      fc.constantFrom(
        ...keywords,
        'ORDER BY',
        'IS',
        'WITH',
        'PARENT',
        'NOT IN',
        '(',
        ')',
        ',',
        '=',
        '"',
        "'",
        '\\',
        '\n',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .chain((pieces) => fc.constantFrom(pieces.join(' '), pieces.join('')))

const anyBytes = fc
  .uint8Array({ maxLength: 60 })
  .chain((bytes) => fc.constantFrom(new TextDecoder().decode(bytes), Buffer.from(bytes).toString('latin1')))

describe('the query language', () => {
  it('parses its printed form to the same tree', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const text = printQuery(query)
        expect(withoutPlaces(treeOf(text))).toEqual(withoutPlaces(query))
        expect(printQuery(treeOf(text))).toBe(text)
      }),
    )
  })

  it('parses any text to a tree or a problem inside the text', () => {
    const check = (text: string) => {
      const parsed = parseQuery(text)
      if ('ok' in parsed) return
      const { at, found, expected } = parsed.problem
      expect(at.offset).toBeGreaterThanOrEqual(0)
      expect(at.offset).toBeLessThanOrEqual(text.length)
      expect(at).toEqual(computePosition(text, at.offset))
      expect(found).not.toBe('')
      expect(expected.length).toBeGreaterThan(0)
      expect(expected).not.toContain('')
    }
    fc.assert(fc.property(anyBytes, check), { numRuns: 1000 })
    fc.assert(fc.property(nearlyAQuery, check), { numRuns: 1000 })
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns: 300 })
  })

  it('tokenizes everything except blanks', () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes, nearlyAQuery), (text) => {
        let at = 0
        for (const token of tokenizeQuery(text)) {
          expect(text.slice(at, token.at)).toMatch(/^[ \t\r\n\u00a0]*$/)
          expect(text.slice(token.at, token.at + token.text.length)).toBe(token.text)
          at = token.at + token.text.length
        }
        expect(at).toBe(text.length)
      }),
      { numRuns: 500 },
    )
  })

  it('adds the cost of operands and junctions', () => {
    const cost = (where: Expression) => computeCost({ where, orderBy: [] })
    fc.assert(
      fc.property(fc.array(anyExpression, { minLength: 2, maxLength: 5 }), ([a, b, ...others]) => {
        if (a === undefined || b === undefined) return
        const operands = [a, b, ...others]
        const isJunction = ({ kind }: Expression) => kind === 'and' || kind === 'or'
        const costOfOperands = operands.reduce((sum, one) => sum + (isJunction(one) ? cost(one) : 1), 0)
        expect(cost({ kind: 'and', at: 0, of: [a, b, ...others] })).toBe(1 + operands.length + costOfOperands)
        const costOfAlternatives = operands.reduce(
          (sum, one) => sum + (one.kind === 'or' ? cost(one) + 2 : cost(one)),
          0,
        )
        expect(cost({ kind: 'or', at: 0, of: [a, b, ...others] })).toBe(costOfAlternatives)
      }),
    )
  })

  it('expects at each place of a query what the query has there', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const text = printQuery(query)
        const tokens = tokenizeQuery(text)
        for (const [index, token] of tokens.entries()) {
          // After a field that is named like a link condition, that condition is expected.
          const before = tokens.slice(Math.max(0, index - 2), index).map((each) => each.text.toUpperCase())
          if (before.some((each) => /^(?:WITH|IS)$/.test(each))) continue
          // Here the token before can still grow.
          if (/[\w.-]/.test(text.charAt(token.at - 1))) continue
          const input = findExpectedInput(text, token.at)
          expect(input).toMatchObject({ from: token.at, to: token.at, typed: '' })
          expect(namesOf(token).some((name) => input?.expected.has(name))).toBe(true)
        }
        for (let offset = 0; offset <= text.length; offset += 1) {
          const input = findExpectedInput(text, offset)
          if (input === undefined) continue
          expect([input.from <= offset, offset <= input.to]).toStrictEqual([true, true])
        }
      }),
      { numRuns: 50 },
    )
  })

  it('expects something, or nothing, at each place of any text', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAQuery, anyBytes), fc.nat(), (text, number) => {
        const offset = number % (text.length + 1)
        const input = findExpectedInput(text, offset)
        if (input === undefined) return
        expect(input.from).toBeLessThanOrEqual(offset)
        expect(input.to).toBeGreaterThanOrEqual(offset)
        expect(input.expected.size).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('has the fields and literals of a query in its outline', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const text = printQuery(query)
        const { comparisons, sortKeys, tokens } = outlineQuery(text)
        const tree = treeOf(text)
        const parsed = comparisonsOf(tree.where)
        expect(comparisons.map(({ field }) => field.at)).toStrictEqual(parsed.map(({ searchable }) => searchable.at))
        expect(comparisons.map(({ literals }) => literals.map(({ at }) => at))).toStrictEqual(
          parsed.map((one) =>
            (one.kind === 'in' ? one.values : one.kind === 'between' ? [one.from, one.to] : [one.literal]).map(
              ({ at }) => at,
            ),
          ),
        )
        expect(sortKeys.map(({ at }) => at)).toStrictEqual(tree.orderBy.map(({ at }) => at))
        expect(tokens.map(({ token }) => token.text)).toStrictEqual(
          tokenizeQuery(text).flatMap((token) => (token.kind === 'end' ? [] : [token.text])),
        )
      }),
    )
  })
})

function comparisonsOf(expression: Expression | null): readonly Comparison[] {
  if (expression === null) return []
  if (expression.kind === 'and' || expression.kind === 'or') return expression.of.flatMap(comparisonsOf)
  return expression.kind === 'compare' || expression.kind === 'between' || expression.kind === 'in' ? [expression] : []
}

/** What error messages can call a token. */
function namesOf({ kind, text }: Token): readonly string[] {
  const word = text.toUpperCase()
  const symbols = new Map<string, string>([
    ['(', inputNames.openingParenthesis],
    [')', inputNames.closingParenthesis],
    [',', inputNames.comma],
  ])
  if (kind === 'word')
    return [
      inputNames.field,
      word,
      `${word}()`,
      text,
      ...['NOT IN', 'ORDER BY', 'WITH TYPE'].filter((name) => name.startsWith(word)),
    ]
  if (kind === 'integer') return [inputNames.field, inputNames.number, inputNames.periodAmount, inputNames.artifact]
  if (kind === 'float') return [inputNames.number]
  if (kind === 'string') return [inputNames.text, inputNames.linkType, inputNames.tracker]
  if (kind === 'metadata') return [inputNames.metadata]
  return kind === 'end'
    ? [inputNames.end, inputNames.closingParenthesis, inputNames.field]
    : [text, symbols.get(text) ?? '']
}
