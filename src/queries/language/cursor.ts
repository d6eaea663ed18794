import { type Message, message } from '../../kit/messages/message.ts'
import { inputNames } from './input-names.ts'
import { limits } from './limits.ts'
import { computePosition, type Problem } from './problem.ts'
import { describeToken, type Token } from './token.ts'

/**
 * A position among the tokens. The names of tokens that did not match there are collected: they are the expected tokens
 * of a syntax error.
 */
export interface Cursor {
  readonly text: string
  /** Returns the token `ahead` of the position, without adding to the expected tokens. */
  readonly peek: (ahead?: number) => Token
  /** Steps over the token if it is of this kind. */
  readonly take: <Kind extends Token['kind']>(kind: Kind, name: string) => TokenOf<Kind> | undefined
  /** Steps over the token if it is this keyword, in any case. */
  readonly takeWord: (keyword: string, name?: string) => TokenOf<'word'> | undefined
  readonly takeSymbol: <Symbols extends string>(...symbols: readonly Symbols[]) => Symbols | undefined
  /** Ends the parsing here. */
  readonly fail: (...expected: readonly (string | Message)[]) => never
  /** Ends the parsing when a part of the query exceeds its limit. */
  readonly count: (what: CountedPart, more?: number) => void
}

type CountedPart = 'depth' | 'conditions' | 'values' | 'sortKeys'

export type TokenOf<Kind> = Extract<Token, { readonly kind: Kind }>

/** Ends the parsing from any depth; `parseQueryString` catches it and returns its problem. */
export class QueryParseError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind)
    this.name = 'Unparsable'
    this.problem = problem
  }
}

const limitDescriptions: { readonly [what in CountedPart]: Message } = {
  depth: message`at most ${limits.depth} parentheses within each other`,
  conditions: message`at most ${limits.conditions} conditions`,
  values: message`at most ${limits.values} values in IN`,
  sortKeys: message`at most ${limits.sortKeys} fields to order by`,
}

export function createCursor(text: string, tokens: readonly Token[]): Cursor {
  const end: Token = { kind: 'end', at: text.length, text: '' }
  const counts: { [part in CountedPart]: number } = { depth: 0, conditions: 0, values: 0, sortKeys: 0 }
  let position = 0
  let expectedHere: string[] = []

  const peek = (ahead = 0): Token => tokens[position + ahead] ?? end

  function takeIf<T extends Token>(matches: (token: Token) => token is T, name: string): T | undefined {
    const token = peek()
    if (matches(token)) {
      position += 1
      expectedHere = []
      return token
    }
    expectedHere.push(name)
    return undefined
  }

  function fail(...expected: readonly (string | Message)[]): never {
    const token = peek()
    const fault =
      token.kind === 'unreadable' ? token.fault : { at: token.at, found: describeToken(token), expected: null }
    throw new QueryParseError({
      kind: 'syntax',
      at: computePosition(text, fault.at),
      found: fault.found,
      expected: fault.expected === null ? [...new Set([...expectedHere, ...expected])] : [fault.expected],
    })
  }

  return {
    text,
    peek,
    fail,
    take: <Kind extends Token['kind']>(kind: Kind, name: string) =>
      takeIf((token): token is TokenOf<Kind> => token.kind === kind, name),
    takeWord: (keyword, name = keyword) =>
      takeIf((token): token is TokenOf<'word'> => token.kind === 'word' && token.text.toUpperCase() === keyword, name),
    takeSymbol: <Symbols extends string>(...symbols: readonly Symbols[]) => {
      const token = peek()
      const match = symbols.find((symbol) => token.kind === 'symbol' && token.text === symbol)
      if (match === undefined) expectedHere.push(...symbols.map(symbolName))
      else {
        position += 1
        expectedHere = []
      }
      return match
    },
    count: (part, more = 1) => {
      counts[part] += more
      if (counts[part] <= limits[part]) return
      const { at } = peek()
      throw new QueryParseError({
        kind: 'too-complex',
        at: computePosition(text, at),
        found: describeToken(peek()),
        expected: [limitDescriptions[part]],
      })
    },
  }
}

const symbolNames: Readonly<Record<string, string>> = {
  '(': inputNames.openingParenthesis,
  ')': inputNames.closingParenthesis,
  ',': inputNames.comma,
}

const symbolName = (symbol: string): string => symbolNames[symbol] ?? symbol
