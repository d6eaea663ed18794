import type { Comparison, Literal, Searchable } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { inputNames } from './input-names.ts'
import { parseLiteral } from './parse-literal.ts'
import { parseSearchable } from './parse-searchable.ts'

const operators = ['=', '!=', '<', '<=', '>', '>='] as const

/** docs/api/queries.md §2.1: a name before an operator is a field, even `with` and `is`. */
export function isComparisonNext({ peek }: Cursor): boolean {
  const follows = (ahead: number, ...words: readonly string[]): boolean =>
    words.every((word, index) => peek(ahead + index).text.toUpperCase() === word)
  const isNamed = /^(?:word|integer|metadata)$/.test(peek().kind)
  const isCompared =
    operators.some((operator) => follows(1, operator)) ||
    follows(1, 'BETWEEN', '(') ||
    follows(1, 'IN', '(') ||
    follows(1, 'NOT', 'IN', '(')
  return isNamed && isCompared
}

export function parseComparison(cursor: Cursor): Comparison {
  const searchable = parseSearchable(cursor)
  const { at } = searchable
  const operator = cursor.takeSymbol(...operators)
  if (operator) return { kind: 'compare', at, searchable, operator, literal: parseLiteral(cursor) }
  if (cursor.takeWord('BETWEEN')) return { kind: 'between', at, searchable, ...parseRange(cursor) }
  if (cursor.takeWord('IN')) return { kind: 'in', at, isNegated: false, searchable, values: parseList(cursor) }
  return parseNotIn(cursor, searchable)
}

function parseNotIn(cursor: Cursor, searchable: Searchable): Comparison {
  const not = cursor.takeWord('NOT', 'NOT IN')
  if (!not) cursor.fail()
  // docs/api/queries.md §2.1: exactly one blank.
  if (cursor.peek().at - not.at !== 'NOT '.length) cursor.fail(inputNames.singleBlank)
  if (!cursor.takeWord('IN')) cursor.fail()
  return { kind: 'in', at: searchable.at, isNegated: true, searchable, values: parseList(cursor) }
}

function parseRange(cursor: Cursor): { readonly from: Literal; readonly to: Literal } {
  if (!cursor.takeSymbol('(')) cursor.fail()
  const from = parseLiteral(cursor)
  if (!cursor.takeSymbol(',')) cursor.fail()
  const to = parseLiteral(cursor)
  if (!cursor.takeSymbol(')')) cursor.fail()
  return { from, to }
}

/** At least one value; a trailing comma is allowed. */
function parseList(cursor: Cursor): readonly [Literal, ...Literal[]] {
  if (!cursor.takeSymbol('(')) cursor.fail()
  const values: [Literal, ...Literal[]] = [parseLiteral(cursor)]
  cursor.count('values')
  for (;;) {
    if (cursor.takeSymbol(')')) return values
    if (!cursor.takeSymbol(',')) cursor.fail()
    if (cursor.takeSymbol(')')) return values
    cursor.count('values')
    values.push(parseLiteral(cursor))
  }
}
