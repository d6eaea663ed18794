import { matchAt } from './match-at.ts'
import { readStringToken } from './string-token.ts'
import { describeCharacter, type PlainToken, type Token } from './token.ts'

const blanks = /[ \t\r\n\u00a0]*/y
const word = /[A-Za-z0-9_-]+/y
const metadata = /@[A-Za-z0-9_.]+/y
const number = /\d+(?:\.\d+)?/y
const symbol = /[!<>]=|[=<>(),+]/y
const character = /./suy

/** docs/api/queries.md §2.1: the pieces of a text between its blanks; the last one is the end. */
export function tokenizeQuery(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    const token = readToken(text, at, tokens.at(-1))
    tokens.push(token)
    at = skipBlanks(text, at + token.text.length)
  }
  tokens.push({ kind: 'end', at: text.length, text: '' })
  return tokens
}

function readToken(text: string, at: number, before: Token | undefined): Token {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return readStringToken(text, at)
  // After `NOW()` a hyphen is a sign, anywhere else it belongs to a name.
  if (first === '-' && isSymbol(before, ')')) return { kind: 'symbol', at, text: '-' }
  return readNumber(text, at, before) ?? readPlainToken(text, at) ?? readUnreadable(text, at)
}

/**
 * `1-2` and `3d` are names, and a name may be all digits. Where only a number can follow it ends with its digits:
 * `a = 1AND b = 2`, `NOW() - 3d`.
 */
function readNumber(text: string, at: number, before: Token | undefined): PlainToken | undefined {
  const digits = matchAt(number, text, at)?.[0]
  if (digits === undefined) return undefined
  const end = at + digits.length
  if (matchAt(word, text, end) !== undefined && !isSymbol(before, '=', '!=', '<', '<=', '>', '>=', '+', '-'))
    return undefined
  return { kind: digits.includes('.') ? 'float' : 'integer', at, text: digits }
}

function readPlainToken(text: string, at: number): PlainToken | undefined {
  for (const [kind, pattern] of [
    ['word', word],
    ['metadata', metadata],
    ['symbol', symbol],
  ] as const) {
    const match = matchAt(pattern, text, at)?.[0]
    if (match !== undefined) return { kind, at, text: match }
  }
  return undefined
}

function readUnreadable(text: string, at: number): Token {
  const match = matchAt(character, text, at)?.[0] ?? text.charAt(at)
  return { kind: 'unreadable', at, text: match, fault: { at, found: describeCharacter(match), expected: null } }
}

const skipBlanks = (text: string, at: number): number => at + (matchAt(blanks, text, at)?.[0].length ?? 0)

const isSymbol = (token: Token | undefined, ...symbols: readonly string[]): boolean =>
  token?.kind === 'symbol' && symbols.includes(token.text)
