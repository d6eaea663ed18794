import { describe, expect, it } from 'vitest'
import { invalidQueries } from '../../../test/kit/invalid-queries.ts'
import { limits } from './limits.ts'
import { parseQuery } from './parse-query.ts'
import { describeProblem, problemMessages } from './problem.ts'

function problemOf(text: string) {
  const parsed = parseQuery(text)
  if ('ok' in parsed) throw new Error(`${text} is a query`)
  return parsed.problem
}

describe('invalid queries', () => {
  it.each(invalidQueries)('%j: at %i there is %s, expected %s', (text, column, found, expected) => {
    const problem = problemOf(text)
    expect(describeProblem(problem).toString()).toBe(`Line 1, column ${column}: found ${found}, expected ${expected}`)
    expect(problem.kind).toBe('syntax')
  })

  it('counts lines', () => {
    expect(problemOf('a = 1\nAND b = "😀" OR\r\n  (c').at).toEqual({ offset: 27, line: 3, column: 5 })
  })

  it.each(['SELECT @id FROM @project = "self" WHERE a = 1', 'select a', 'FROM @tracker.name = "x"', 'FROM is'])(
    'recognizes %j as a query across trackers',
    (text) => {
      const problem = problemOf(text)
      expect(problem).toMatchObject({ kind: 'cross-tracker', at: { offset: 0, line: 1, column: 1 } })
      expect(problemMessages[problem.kind]).toBe('')
    },
  )
})

describe('limits of a query', () => {
  const times = (count: number, text: string, between = '') => Array.from({ length: count }, () => text).join(between)

  it.each([
    ['parentheses', (n: number) => `${times(n, '(')}a = 1${times(n, ')')}`, limits.depth],
    ['conditions', (n: number) => times(n, 'a = 1', ' OR '), limits.conditions],
    ['conditions of links', (n: number) => times(n, 'IS COVERED', ' AND '), limits.conditions],
    ['values of a list', (n: number) => `a IN (${times(n, '1', ',')})`, limits.values],
    [
      'values of two lists',
      (n: number) => `a IN (${times(n - 5, '1', ',')}) OR b NOT IN (${times(5, '1', ',')},)`,
      limits.values,
    ],
    ['fields to order by', (n: number) => `ORDER BY ${times(n, 'a', ',')}`, limits.sortKeys],
    ['characters', (n: number) => `a = "${times(n - 6, 'x')}"`, limits.length],
  ])('%s are refused beyond their limit, and not before', (_what, query, limit) => {
    expect(parseQuery(query(limit))).toHaveProperty('ok')
    expect(problemOf(query(limit + 1)).kind).toBe('too-complex')
  })

  it('adjacent parentheses do not add depth', () => {
    expect(parseQuery(times(limits.depth + 1, '(a = 1)', ' OR '))).toHaveProperty('ok')
  })

  it('nested parentheses never exhaust the stack', () => {
    expect(problemOf(times(100_000, '('))).toMatchObject({ kind: 'too-complex', at: { offset: 101 } })
    expect(problemOf(times(1_000_000, '('))).toMatchObject({ kind: 'too-complex', at: { offset: limits.length } })
  })
})
