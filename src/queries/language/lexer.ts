import { matchAt } from './match-at.ts'
import { readString } from './string-token.ts'
import { describeCharacter, type PlainToken, type Token } from './token.ts'

const blanks = /[ \t\r\n\u00a0]*/y
const word = /[A-Za-z0-9_-]+/y
const metadata = /@[A-Za-z0-9_.]+/y
const number = /\d+(?:\.\d+)?/y
const symbol = /[!<>]=|[=<>(),+]/y
const character = /./suy

/** docs/api/queries.md §2.1: the pieces of a text between its blanks; the last one is the end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = skipBlanks(text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at, tokens.at(-1))
    tokens.push(token)
    at = skipBlanks(text, at + token.text.length)
  }
  tokens.push({ kind: 'end', at: text.length, text: '' })
  return tokens
}

function tokenAt(text: string, at: number, before: Token | undefined): Token {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return readString(text, at)
  // After `NOW()` a hyphen is a sign, anywhere else it belongs to a name.
  if (first === '-' && isSymbol(before, ')')) return { kind: 'symbol', at, text: '-' }
  return numberAt(text, at, before) ?? plainTokenAt(text, at) ?? unreadableAt(text, at)
}

/**
 * `1-2` and `3d` are names, and a name may be all digits. Where only a number can follow it ends with its digits:
 * `a = 1AND b = 2`, `NOW() - 3d`.
 */
function numberAt(text: string, at: number, before: Token | undefined): PlainToken | undefined {
  const digits = matchAt(number, text, at)?.[0]
  if (digits === undefined) return undefined
  const end = at + digits.length
  if (matchAt(word, text, end) !== undefined && !isSymbol(before, '=', '!=', '<', '<=', '>', '>=', '+', '-'))
    return undefined
  return { kind: digits.includes('.') ? 'float' : 'integer', at, text: digits }
}

function plainTokenAt(text: string, at: number): PlainToken | undefined {
  for (const [kind, pattern] of [
    ['word', word],
    ['metadata', metadata],
    ['symbol', symbol],
  ] as const) {
    const found = matchAt(pattern, text, at)?.[0]
    if (found !== undefined) return { kind, at, text: found }
  }
  return undefined
}

function unreadableAt(text: string, at: number): Token {
  const found = matchAt(character, text, at)?.[0] ?? text.charAt(at)
  return { kind: 'unreadable', at, text: found, fault: { at, found: describeCharacter(found), expected: null } }
}

const skipBlanks = (text: string, at: number): number => at + (matchAt(blanks, text, at)?.[0].length ?? 0)

const isSymbol = (token: Token | undefined, ...symbols: readonly string[]): boolean =>
  token?.kind === 'symbol' && symbols.includes(token.text)
