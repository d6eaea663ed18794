import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import { parseQuery } from './parse-query.ts'
import { describeProblem, problemMessages } from './problem.ts'

function problemOf(text: string) {
  const parsed = parseQuery(text)
  if ('ok' in parsed) throw new Error(`${text} is a query`)
  return parsed.problem
}

const operators = '=, !=, <, <=, >, >=, BETWEEN, IN or NOT IN'
const literals = 'a text in quotes, a number (a negative one in quotes), NOW(), MYSELF() or OPEN()'
const terms = 'an opening parenthesis, WITH, WITHOUT, IS, the name of a field or @ and a name'

describe('invalid queries', () => {
  it.each([
    ['title', 6, 'the end of the query', operators],
    ['title = ', 9, 'the end of the query', literals],
    ['title = title', 9, "'title'", literals],
    ['title == "x"', 8, "'='", literals],
    ['title <> "x"', 8, "'>'", literals],
    ['title ! "x"', 7, 'the character !', operators],
    ['title LIKE "x"', 7, "'LIKE'", operators],
    ['NOT title = "x"', 5, "'title'", operators],
    ['NOT (title = "x")', 5, "'('", operators],
    ['a = -5', 5, "'-5'", literals],
    ['a = +5', 5, "'+'", literals],
    ['a = .5', 5, 'the character .', literals],
    ['a = 1.', 6, 'the character .', 'AND, OR, ORDER BY or the end of the query'],
    [
      `a = ${'9'.repeat(101)}`,
      5,
      `the number ${'9'.repeat(39)}…`,
      'a text in quotes or a number of at most 100 digits',
    ],
    ['"title" = "x"', 1, 'the text "title"', terms],
    ['é = 1', 1, 'the character é', terms],
    ['a\u200b = 1', 2, 'the character U+200B', operators],
    ['@ = 1', 1, 'the character @', terms],
    ['@a-b = 1', 3, "'-b'", operators],
    ['a = "x" AND', 12, 'the end of the query', terms],
    ['a = "x" OR', 11, 'the end of the query', terms],
    ['AND a = 1', 5, "'a'", operators],
    ['a = 1 b = 2', 7, "'b'", 'AND, OR, ORDER BY or the end of the query'],
    ['a = "x"; DROP', 8, 'the character ;', 'AND, OR, ORDER BY or the end of the query'],
    ['a = 1 ANDb = 2', 7, "'ANDb'", 'AND, OR, ORDER BY or the end of the query'],
    ['()', 2, "')'", terms],
    ['(a = 1', 7, 'the end of the query', 'AND, OR or a closing parenthesis'],
    ['a = 1)', 6, "')'", 'AND, OR, ORDER BY or the end of the query'],
    ['a IN ()', 7, "')'", literals],
    ['a IN (,)', 7, "','", literals],
    ['a IN (1,,)', 9, "','", `a closing parenthesis, ${literals}`],
    ['a IN (1 2)', 9, 'the number 2', 'a closing parenthesis or a comma'],
    ['a IN 1', 6, 'the number 1', 'an opening parenthesis'],
    ['a NOT  IN (1)', 8, "'IN'", 'IN after exactly one blank'],
    ['a NOTIN (1)', 3, "'NOTIN'", operators],
    ['a NOT BETWEEN (1, 2)', 7, "'BETWEEN'", 'IN'],
    ['a BETWEEN (1)', 13, "')'", 'a comma'],
    ['a BETWEEN (1, 2,)', 16, "','", 'a closing parenthesis'],
    ['a BETWEEN 1 AND 2', 11, 'the number 1', 'an opening parenthesis'],
    ['a = NOW', 8, 'the end of the query', 'an opening parenthesis'],
    ['a = NOW(1)', 9, 'the number 1', 'a closing parenthesis'],
    ['a = NOW() - 1', 14, 'the end of the query', 'd, w, m or y'],
    ['a = NOW() - 1h', 14, "'h'", 'd, w, m or y'],
    ['a = NOW() - y', 13, "'y'", 'a number of days, weeks, months or years'],
    ['a = NOW() - 1.5y', 13, 'the number 1.5', 'a number of days, weeks, months or years'],
    ['a = NOW() | 1y', 11, 'the character |', '+, -, AND, OR, ORDER BY or the end of the query'],
    ['a = NOW() - 1000001d', 13, 'the number 1000001', 'a number up to 1000000'],
    ['a = MYSELF() - 1d', 14, "'-'", 'AND, OR, ORDER BY or the end of the query'],
    ['a = "unclosed', 5, 'a text that is not closed', 'the same quote (") on its line'],
    ['a = "b\\u12"', 7, "'\\u'", 'the six hexadecimal digits of a character after \\u'],
    ['a = "b\0"', 7, 'a null character', 'text'],
    ['WITH', 5, 'the end of the query', 'PARENT, CHILDREN or CHILD'],
    ['WITH PARENT ARTIFACT 3', 22, 'the number 3', '='],
    ['WITH PARENT ARTIFACT != 3', 22, "'!='", '='],
    ['WITH PARENT ARTIFACT = "3"', 24, 'the text "3"', 'the number of an artifact'],
    ['WITH PARENT TRACKER = 3', 23, 'the number 3', 'the short name of a tracker in quotes'],
    ['WITH PARENT TRACKER < "x"', 21, "'<'", '= or !='],
    ['WITH PARENT WITH TYPE "x"', 13, "'WITH'", 'ARTIFACT, TRACKER, AND, OR, ORDER BY or the end of the query'],
    ['IS', 3, 'the end of the query', 'NOT, LINKED, COVERED or COVERING'],
    ['IS NOT', 7, 'the end of the query', 'LINKED, COVERED or COVERING'],
    ['IS LINKED', 10, 'the end of the query', 'FROM or TO'],
    ['IS LINKED TO WITH "x"', 19, 'the text "x"', 'TYPE'],
    ['IS LINKED TO WITH TYPE x', 24, "'x'", 'a link type in quotes'],
    ['IS COVERED ARTIFACT = 3', 12, "'ARTIFACT'", 'BY, AND, OR, ORDER BY or the end of the query'],
    ['IS COVERED BY', 14, 'the end of the query', 'ARTIFACT'],
    ['IS COVERED BY TRACKER = "x"', 15, "'TRACKER'", 'ARTIFACT'],
    ['IS COVERING TRACKER = "x"', 13, "'TRACKER'", 'ARTIFACT, AND, OR, ORDER BY or the end of the query'],
    ['a = 1 ORDER', 12, 'the end of the query', 'BY'],
    ['a = 1 ORDER BY', 15, 'the end of the query', 'the name of a field or @ and a name'],
    ['ORDER BY a,', 12, 'the end of the query', 'the name of a field or @ and a name'],
    ['ORDER BY a ASC b', 16, "'b'", 'a comma or the end of the query'],
    ['ORDER BY a AND b = 1', 12, "'AND'", 'ASC, ASCENDING, DESC, DESCENDING, a comma or the end of the query'],
    ['SELECT', 7, 'the end of the query', operators],
  ])('%j: at %i there is %s, expected %s', (text, column, found, expected) => {
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
