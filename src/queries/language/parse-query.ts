import { message } from '../../kit/messages/message.ts'
import type { AtLeastTwo, Expression, Junction, Query } from './ast.ts'
import { type Cursor, createCursor, QueryParseError } from './cursor.ts'
import { inputNames } from './input-names.ts'
import { tokenizeQuery } from './lexer.ts'
import { limits } from './limits.ts'
import { isComparisonNext, parseComparison } from './parse-comparison.ts'
import { parseLinkCondition } from './parse-link-condition.ts'
import { isOrderByNext, parseOrderBy } from './parse-order-by.ts'
import { computePosition, type Problem } from './problem.ts'
import { describeToken, type Token } from './token.ts'

/** docs/api/queries.md §2.1, with ORDER BY at the end as a Tulipwood extension. Accepts any text and never throws. */
export function parseQuery(text: string): { readonly ok: Query } | { readonly problem: Problem } {
  if (text.length > limits.length) return { problem: tooLongProblem(text) }
  return parseTokens(text, tokenizeQuery(text))
}

/** Parses the tokens of a text. */
export function parseTokens(
  text: string,
  tokens: readonly Token[],
): { readonly ok: Query } | { readonly problem: Problem } {
  const cursor = createCursor(text, tokens)
  try {
    return { ok: parseWholeQuery(cursor) }
  } catch (error) {
    if (error instanceof QueryParseError) return { problem: error.problem }
    throw error
  }
}

function parseWholeQuery(cursor: Cursor): Query {
  rejectSelect(cursor)
  const isWithoutCondition = cursor.peek().kind === 'end' || isOrderByNext(cursor)
  const where = isWithoutCondition ? null : parseAlternatives(cursor)
  const orderBy = parseOrderBy(cursor)
  if (cursor.peek().kind !== 'end') cursor.fail(inputNames.end)
  return { where, orderBy }
}

const parseAlternatives = (cursor: Cursor): Expression => parseJunction(cursor, 'or', parseConjunction)
const parseConjunction = (cursor: Cursor): Expression => parseJunction(cursor, 'and', parseTerm)

function parseJunction(cursor: Cursor, kind: Junction['kind'], operand: (cursor: Cursor) => Expression): Expression {
  const { at } = cursor.peek()
  const first = operand(cursor)
  const operands = [first]
  while (cursor.takeWord(kind.toUpperCase())) operands.push(operand(cursor))
  return isAtLeastTwo(operands) ? { kind, at, of: operands } : first
}

function parseTerm(cursor: Cursor): Expression {
  if (!cursor.takeSymbol('(')) {
    cursor.count('conditions')
    return isComparisonNext(cursor) ? parseComparison(cursor) : (parseLinkCondition(cursor) ?? parseComparison(cursor))
  }
  cursor.count('depth')
  const inside = parseAlternatives(cursor)
  if (!cursor.takeSymbol(')')) cursor.fail()
  cursor.count('depth', -1)
  return inside
}

/** docs/api/queries.md §2.7: queries across trackers are recognized and rejected with their own problem. */
function rejectSelect(cursor: Cursor): void {
  const [first, second] = [cursor.peek(), cursor.peek(1)]
  const isSelect = first.kind === 'word' && /^(?:select|from)$/i.test(first.text)
  if (!isSelect || isComparisonNext(cursor) || (second.kind !== 'word' && second.kind !== 'metadata')) return
  throw new QueryParseError({
    kind: 'cross-tracker',
    at: computePosition(cursor.text, first.at),
    found: describeToken(first),
    expected: [message`a condition, the trackers are not chosen in the query`],
  })
}

function tooLongProblem(text: string): Problem {
  const at = computePosition(text, limits.length)
  return {
    kind: 'too-complex',
    at,
    found: message`a text of ${text.length} characters`,
    expected: [message`at most ${limits.length} characters`],
  }
}

const isAtLeastTwo = (operands: readonly Expression[]): operands is AtLeastTwo<Expression> => operands.length > 1
