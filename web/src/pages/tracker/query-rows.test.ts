import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Literal } from '../../../../src/queries/language/ast.ts'
import { createQueryTracker } from '../../../../test/kit/query-tracker.ts'
import {
  chooseOperator,
  chooseTarget,
  describeLiteral,
  emptyRow,
  printRows,
  type QueryRow,
  readLiteral,
  readRows,
} from './query-rows.ts'
import { targetsOf } from './query-targets.ts'

const targets = targetsOf(createQueryTracker())
const target = (name: string) => {
  const knownTarget = targets.get(name)
  if (knownTarget === undefined) throw new Error(`no target ${name}`)
  return knownTarget
}

describe('the rows of a query', () => {
  it('are its conditions if all are joined in the same way', () => {
    expect(readRows('')).toStrictEqual({ join: 'and', rows: [], orderBy: [] })
    expect(readRows('status = "Open" OR points BETWEEN(1, 3) ORDER BY due')).toMatchObject({
      join: 'or',
      rows: [
        { name: 'status', operator: '=', literals: [{ value: 'Open' }] },
        { name: 'points', operator: 'BETWEEN', literals: [{ text: '1' }, { text: '3' }] },
      ],
      orderBy: [{ direction: 'asc' }],
    })
    expect(readRows('@status NOT IN(OPEN())')).toMatchObject({ rows: [{ name: '@status', operator: 'NOT IN' }] })
  })
  it.each(['lander crashes', 'status =', 'a = 1 AND (b = 2 OR c = 3)', 'WITH PARENT', 'a = 1 AND IS COVERED'])(
    'do not exist for %j',
    (text) => expect(readRows(text)).toBeNull(),
  )
  it('leave out what is not complete', () => {
    const rows: QueryRow[] = [
      emptyRow,
      { name: 'points', operator: 'BETWEEN', literals: [readLiteral('1')] },
      { name: 'title', operator: '=', literals: [readLiteral('a "b"')] },
    ]
    expect(printRows({ join: 'or', rows, orderBy: [] })).toBe('title = "a \\"b\\""')
    expect(printRows({ join: 'or', rows: [emptyRow], orderBy: [] })).toBe('')
  })
  it('keep what another field or operator still allows', () => {
    const row: QueryRow = { name: 'points', operator: 'BETWEEN', literals: [readLiteral('1'), readLiteral('3')] }
    expect(chooseOperator(row, '<').literals).toHaveLength(1)
    expect(chooseTarget(row, target('status'), target('points'))).toStrictEqual({
      name: 'status',
      operator: '=',
      literals: [],
    })
    expect(chooseTarget(row, target('points'), target('points'))).toStrictEqual(row)
    expect(chooseTarget(row, target('due'), target('points'))).toMatchObject({ operator: 'BETWEEN', literals: [] })
  })

  const literal: fc.Arbitrary<Literal> = fc.oneof(
    fc.string({ maxLength: 8 }).map((value): Literal => ({ kind: 'string', at: 0, value: value.replaceAll('\0', '') })),
    fc.nat().map((value): Literal => ({ kind: 'integer', at: 0, value, text: String(value) })),
    fc.constantFrom<Literal>(
      { kind: 'now', at: 0, period: null },
      { kind: 'now', at: 0, period: { amount: -7, unit: 'd' } },
      { kind: 'myself', at: 0 },
      { kind: 'open', at: 0 },
    ),
  )
  const name = fc.constantFrom(...targets.keys(), 'with', 'and', '42')
  const row: fc.Arbitrary<QueryRow> = fc.oneof(
    fc.record({ name, operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>='), literals: fc.tuple(literal) }),
    fc.record({ name, operator: fc.constant('BETWEEN'), literals: fc.tuple(literal, literal) }),
    fc.record({
      name,
      operator: fc.constantFrom('IN', 'NOT IN'),
      literals: fc.array(literal, { minLength: 1, maxLength: 4 }),
    }),
  )
  const withoutPlaces = (tree: unknown): unknown =>
    JSON.parse(JSON.stringify(tree, (key, value) => (key === 'at' ? 0 : value)))

  it('are the same after they were printed and read', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.constantFrom('and' as const, 'or' as const), (rows, join) => {
        const query = { join: rows.length > 1 ? join : ('and' as const), rows, orderBy: [] }
        const text = printRows(query)
        expect(withoutPlaces(readRows(text))).toStrictEqual(withoutPlaces(query))
      }),
    )
  })
  it('have numbers and functions that are the same after they were described and read', () => {
    fc.assert(
      fc.property(literal, (each) => {
        fc.pre(each.kind !== 'string')
        expect(withoutPlaces(readLiteral(describeLiteral(each)))).toStrictEqual(withoutPlaces(each))
      }),
    )
    expect(readLiteral('tomorrow')).toMatchObject({ kind: 'string', value: 'tomorrow' })
    expect(readLiteral('1 AND y = 2')).toMatchObject({ kind: 'string' })
  })
})
