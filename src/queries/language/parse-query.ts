import type { Expression, Junction, Query, Several } from './ast.ts'
import { type Cursor, cursorOver, Unparsable } from './cursor.ts'
import { tokensOf } from './lexer.ts'
import { limits } from './limits.ts'
import { isComparisonNext, parseComparison } from './parse-comparison.ts'
import { parseLinkCondition } from './parse-link-condition.ts'
import { isOrderByNext, parseOrderBy } from './parse-order-by.ts'
import { type Problem, positionAt } from './problem.ts'
import { describeToken } from './token.ts'

/** docs/api/queries.md §2.1, with ORDER BY at the end as our extension. Any text gets an answer; it never throws. */
export function parseQuery(text: string): { readonly ok: Query } | { readonly problem: Problem } {
  if (text.length > limits.length) return { problem: tooLong(text) }
  const cursor = cursorOver(text, tokensOf(text))
  try {
    return { ok: query(cursor) }
  } catch (error) {
    if (error instanceof Unparsable) return { problem: error.problem }
    throw error
  }
}

function query(cursor: Cursor): Query {
  refuseSelect(cursor)
  const isWithoutCondition = cursor.peek().kind === 'end' || isOrderByNext(cursor)
  const where = isWithoutCondition ? null : alternatives(cursor)
  const orderBy = parseOrderBy(cursor)
  if (cursor.peek().kind !== 'end') cursor.fail('the end of the query')
  return { where, orderBy }
}

const alternatives = (cursor: Cursor): Expression => junction(cursor, 'or', conjunction)
const conjunction = (cursor: Cursor): Expression => junction(cursor, 'and', term)

function junction(cursor: Cursor, kind: Junction['kind'], operand: (cursor: Cursor) => Expression): Expression {
  const { at } = cursor.peek()
  const first = operand(cursor)
  const operands = [first]
  while (cursor.takeWord(kind.toUpperCase())) operands.push(operand(cursor))
  return isSeveral(operands) ? { kind, at, of: operands } : first
}

function term(cursor: Cursor): Expression {
  if (!cursor.takeSymbol('(')) {
    cursor.count('conditions')
    return isComparisonNext(cursor) ? parseComparison(cursor) : (parseLinkCondition(cursor) ?? parseComparison(cursor))
  }
  cursor.count('depth')
  const inside = alternatives(cursor)
  if (!cursor.takeSymbol(')')) cursor.fail()
  cursor.count('depth', -1)
  return inside
}

/** docs/api/queries.md §2.7: the forms of a query across trackers are known, and refused by a problem of their own. */
function refuseSelect(cursor: Cursor): void {
  const [first, second] = [cursor.peek(), cursor.peek(1)]
  const isSelect = first.kind === 'word' && /^(?:select|from)$/i.test(first.text)
  if (!isSelect || isComparisonNext(cursor) || (second.kind !== 'word' && second.kind !== 'metadata')) return
  throw new Unparsable({
    kind: 'cross-tracker',
    at: positionAt(cursor.text, first.at),
    found: describeToken(first),
    expected: ['a condition, the trackers are not chosen in the query'],
  })
}

function tooLong(text: string): Problem {
  const at = positionAt(text, limits.length)
  return {
    kind: 'too-complex',
    at,
    found: `a text of ${text.length} characters`,
    expected: [`at most ${limits.length} characters`],
  }
}

const isSeveral = (operands: readonly Expression[]): operands is Several<Expression> => operands.length > 1
