import { limits } from './limits.ts'
import { type Problem, positionAt } from './problem.ts'
import { describeToken, type Token } from './token.ts'

/**
 * A place among the tokens. Everything asked for in vain at that place is remembered: it is what was expected there
 * when nothing fits in the end.
 */
export interface Cursor {
  readonly text: string
  /** The token `ahead` of the place, looked at without asking for it. */
  readonly peek: (ahead?: number) => Token
  /** Steps over the token if it is of this kind. */
  readonly take: <Kind extends Token['kind']>(kind: Kind, name: string) => TokenOf<Kind> | undefined
  /** Steps over the token if it is this keyword, in any case. */
  readonly takeWord: (keyword: string, name?: string) => TokenOf<'word'> | undefined
  readonly takeSymbol: <Symbols extends string>(...symbols: readonly Symbols[]) => Symbols | undefined
  /** Ends the parsing here. */
  readonly fail: (...expected: readonly string[]) => never
  /** Ends the parsing here when so much more of it is more than a query may hold. */
  readonly count: (what: Counted, more?: number) => void
}

type Counted = 'depth' | 'conditions' | 'values' | 'sortKeys'

export type TokenOf<Kind> = Extract<Token, { readonly kind: Kind }>

/** How the parser leaves off wherever it is; `parseQuery` gives back its problem, nobody else sees it. */
export class Unparsable extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind)
    this.name = 'Unparsable'
    this.problem = problem
  }
}

const countedNames: { readonly [what in Counted]: string } = {
  depth: `at most ${limits.depth} parentheses within each other`,
  conditions: `at most ${limits.conditions} conditions`,
  values: `at most ${limits.values} values in IN`,
  sortKeys: `at most ${limits.sortKeys} fields to order by`,
}

export function cursorOver(text: string, tokens: readonly Token[]): Cursor {
  const end: Token = { kind: 'end', at: text.length, text: '' }
  const counts: { [what in Counted]: number } = { depth: 0, conditions: 0, values: 0, sortKeys: 0 }
  let place = 0
  let wanted: string[] = []

  const peek = (ahead = 0): Token => tokens[place + ahead] ?? end

  function takeIf<T extends Token>(isFitting: (token: Token) => token is T, name: string): T | undefined {
    const token = peek()
    if (isFitting(token)) {
      place += 1
      wanted = []
      return token
    }
    wanted.push(name)
    return undefined
  }

  function fail(...expected: readonly string[]): never {
    const token = peek()
    const fault =
      token.kind === 'unreadable' ? token.fault : { at: token.at, found: describeToken(token), expected: null }
    throw new Unparsable({
      kind: 'syntax',
      at: positionAt(text, fault.at),
      found: fault.found,
      expected: fault.expected === null ? [...new Set([...wanted, ...expected])] : [fault.expected],
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
      const found = symbols.find((symbol) => token.kind === 'symbol' && token.text === symbol)
      if (found === undefined) wanted.push(...symbols.map(nameOfSymbol))
      else {
        place += 1
        wanted = []
      }
      return found
    },
    count: (what, more = 1) => {
      counts[what] += more
      if (counts[what] <= limits[what]) return
      const { at } = peek()
      throw new Unparsable({
        kind: 'too-complex',
        at: positionAt(text, at),
        found: describeToken(peek()),
        expected: [countedNames[what]],
      })
    },
  }
}

const symbolNames: Readonly<Record<string, string>> = {
  '(': 'an opening parenthesis',
  ')': 'a closing parenthesis',
  ',': 'a comma',
}

const nameOfSymbol = (symbol: string): string => symbolNames[symbol] ?? symbol
