import { inputNames } from './input-names.ts'
import { tokenizeQuery } from './lexer.ts'
import { limits } from './limits.ts'
import { parseTokens } from './parse-query.ts'
import { readStringToken } from './string-token.ts'
import type { Token } from './token.ts'

/** What can continue a query at a position. */
export interface ExpectedInput {
  /** Start of the token that ends at the position or contains it; the position itself between tokens. */
  readonly from: number
  /** End of that token. */
  readonly to: number
  /** The part of the token before the position; of a text the part without quotes and escapes. */
  readonly typed: string
  /** Whether the token is a text in quotes. */
  readonly isText: boolean
  /** Keywords, symbols and `inputNames` that the language accepts at `from`. */
  readonly expected: ReadonlySet<string>
  /** The comparison to which the expected operator or literal belongs. */
  readonly comparison: ExpectedComparison | null
}

interface ExpectedComparison {
  /** As in the text. */
  readonly searchable: string
  /** In capitals; null: the operator itself is expected. */
  readonly operator: string | null
  /** Texts that the list already contains. */
  readonly texts: readonly string[]
}

/**
 * Returns what the parser accepts at an offset after the text before it; undefined when that text has an error of its
 * own.
 */
export function findExpectedInput(text: string, offset: number): ExpectedInput | undefined {
  if (text.length > limits.length) return undefined
  const tokens = withoutEnd(tokenizeQuery(text.slice(0, offset)))
  const last = tokens.at(-1)
  const touched = last !== undefined && isTouched(last, offset) ? last : undefined
  const before = touched === undefined ? tokens : tokens.slice(0, -1)
  const from = touched?.at ?? offset
  const expected = expectAfter(text, before, from)
  if (expected === undefined) return undefined
  const isText = touched !== undefined && /^["']/.test(touched.text)
  return {
    from,
    to: touched === undefined ? offset : isText ? endOfText(text, from, offset) : endOfToken(text, from, offset),
    typed: isText ? valueOfText(touched.text) : (touched?.text ?? ''),
    isText,
    expected,
    comparison: findComparison(before, expected),
  }
}

const withoutEnd = (tokens: readonly Token[]): readonly Token[] => tokens.filter(({ kind }) => kind !== 'end')

/** Symbols and closed texts are complete. */
const isTouched = ({ kind, at, text }: Token, offset: number): boolean =>
  at + text.length === offset && kind !== 'symbol' && kind !== 'string'

/** A token that nothing matches makes the parser list everything that could be in its place. */
function expectAfter(text: string, before: readonly Token[], at: number): ReadonlySet<string> | undefined {
  const probe: Token = { kind: 'unreadable', at, text: '', fault: { at, found: '', expected: null } }
  const parsed = parseTokens(text, [...before, probe])
  if ('ok' in parsed) return undefined
  const { problem } = parsed
  if (problem.kind !== 'syntax' || problem.at.offset !== at || problem.found !== '') return undefined
  // A query can consist of its order.
  const isInOrder = before.length === 1 && before[0]?.text.toUpperCase() === 'ORDER'
  const more = before.length === 0 ? ['ORDER BY'] : isInOrder ? ['BY'] : []
  return new Set([...problem.expected.map(String), ...more])
}

const endOfToken = (text: string, from: number, offset: number): number => {
  const token = tokenizeQuery(text).find(({ at }) => at === from)
  return token === undefined ? offset : Math.max(offset, from + token.text.length)
}

/** The closing quote, unless the text would contain a part of the query because its own quote is missing. */
function endOfText(text: string, from: number, offset: number): number {
  const token = readStringToken(text, from)
  const end = from + token.text.length
  return token.kind === 'string' && !/[=<>(]|\b(?:AND|OR)\b/i.test(text.slice(offset, end)) ? end : offset
}

function valueOfText(open: string): string {
  const token = readStringToken(open + open.charAt(0), 0)
  return token.kind === 'string' ? token.value : open.slice(1)
}

function findComparison(before: readonly Token[], expected: ReadonlySet<string>): ExpectedComparison | null {
  const last = before.at(-1)
  if (last === undefined) return null
  if (expected.has('BETWEEN')) return { searchable: last.text, operator: null, texts: [] }
  if (!expected.has(inputNames.text)) return null
  const opening = last.text === '(' || last.text === ',' ? findOpening(before) : before.length - 1
  const isList = opening !== before.length - 1 || last.text === '('
  const at = isList ? opening - 1 : opening
  const isNegated = isList && before[at - 1]?.text.toUpperCase() === 'NOT'
  const searchable = before[isNegated ? at - 2 : at - 1]
  if (searchable === undefined) return null
  return {
    searchable: searchable.text,
    operator: `${isNegated ? 'NOT ' : ''}${before[at]?.text.toUpperCase()}`,
    texts: isList ? before.slice(opening).flatMap((token) => (token.kind === 'string' ? [token.value] : [])) : [],
  }
}

/** The parenthesis in which the last token is; functions in a list have their own. */
function findOpening(tokens: readonly Token[]): number {
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text
    if (text === ')') depth += 1
    if (text === '(' && depth === 0) return at
    if (text === '(') depth -= 1
  }
  return 0
}
