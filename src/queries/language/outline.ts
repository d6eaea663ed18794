import { tokenizeQuery } from './lexer.ts'
import type { Token } from './token.ts'

/** What a token is for, as far as it can be known without a valid query around it. */
export type TokenRole = 'field' | 'operator' | 'keyword' | 'value' | 'function' | 'link' | 'plain'

interface OutlinedToken {
  readonly token: Token
  readonly role: TokenRole
}

/** A comparison, complete or not. */
export interface OutlinedComparison {
  readonly field: Token
  /** In capitals, with its place in the text. */
  readonly operator: { readonly text: string; readonly at: number; readonly end: number } | null
  /** Texts, numbers and names of functions. */
  readonly literals: readonly Token[]
}

export interface QueryOutline {
  readonly tokens: readonly OutlinedToken[]
  readonly comparisons: readonly OutlinedComparison[]
  /** Fields of ORDER BY. */
  readonly sortKeys: readonly Token[]
}

type ExpectedToken = 'term' | 'operator' | 'literal' | 'list' | 'link' | 'next' | 'order'

interface Scan {
  readonly tokens: readonly Token[]
  place: ExpectedToken
  /** `)` ends a function before it ends a list. */
  isInFunction: boolean
  /** `+ 3d` can follow. */
  isAfterNow: boolean
  readonly comparisons: { field: Token; operator: OutlinedComparison['operator']; literals: Token[] }[]
  readonly sortKeys: Token[]
}

/** Describes the tokens of any text as a query. Unlike the parser it continues after an error. */
export function outlineQuery(text: string): QueryOutline {
  const tokens = tokenizeQuery(text).filter(({ kind }) => kind !== 'end')
  const scan: Scan = { tokens, place: 'term', isInFunction: false, isAfterNow: false, comparisons: [], sortKeys: [] }
  const outlined = tokens.map((token, index): OutlinedToken => ({ token, role: readRole(token, index, scan) }))
  return { tokens: outlined, comparisons: scan.comparisons, sortKeys: scan.sortKeys }
}

function readRole(token: Token, index: number, scan: Scan): TokenRole {
  const word = token.kind === 'word' ? token.text.toUpperCase() : token.kind === 'symbol' ? token.text : ''
  switch (scan.place) {
    case 'term':
      return readTerm(token, word, index, scan)
    case 'operator':
      return readOperator(token, word, index, scan)
    case 'literal':
    case 'list':
      return readLiteral(token, word, index, scan)
    case 'link':
      return readLink(token, word, index, scan)
    case 'order':
      return readOrder(token, word, index, scan)
    case 'next':
      return readNext(token, word, index, scan)
    default:
      return scan.place satisfies never
  }
}

const operators = /^(?:=|!=|<|<=|>|>=)$/

function readTerm(token: Token, word: string, index: number, scan: Scan): TokenRole {
  const following = scan.tokens[index + 1]?.text.toUpperCase() ?? ''
  const isCompared = operators.test(following) || /^(?:BETWEEN|IN|NOT)$/.test(following)
  if (token.kind === 'word' || token.kind === 'integer' || token.kind === 'metadata') {
    if (!isCompared && /^(?:WITH|WITHOUT|IS)$/.test(word)) {
      scan.place = 'link'
      return 'link'
    }
    // `IS NOT LINKED`: the word is a field only when `NOT` belongs to `NOT IN`.
    if (word === 'IS' && following === 'NOT' && scan.tokens[index + 2]?.text.toUpperCase() !== 'IN') {
      scan.place = 'link'
      return 'link'
    }
    if (word === 'ORDER' && following === 'BY') {
      scan.place = 'order'
      return 'keyword'
    }
    scan.comparisons.push({ field: token, operator: null, literals: [] })
    scan.place = 'operator'
    return 'field'
  }
  if (word === ')') scan.place = 'next'
  return 'plain'
}

function readOperator(token: Token, word: string, index: number, scan: Scan): TokenRole {
  const comparison = scan.comparisons.at(-1)
  const end = token.at + token.text.length
  if (operators.test(word)) {
    if (comparison) comparison.operator = { text: word, at: token.at, end }
    scan.place = 'literal'
    return 'operator'
  }
  if (word === 'IN' || word === 'BETWEEN') {
    const not = scan.tokens[index - 1]
    const isNegated = not?.text.toUpperCase() === 'NOT' && not !== comparison?.field
    if (comparison)
      comparison.operator = { text: isNegated ? `NOT ${word}` : word, at: isNegated ? not.at : token.at, end }
    scan.place = 'list'
    return 'keyword'
  }
  if (word === 'NOT') return 'keyword'
  return readNext(token, word, index, scan)
}

function readLiteral(token: Token, word: string, index: number, scan: Scan): TokenRole {
  const isList = scan.place === 'list'
  const comparison = scan.comparisons.at(-1)
  if (scan.isInFunction) return readInFunction(word, isList, scan)
  const isPeriod = scan.isAfterNow && isPeriodPart(token, index, scan)
  if (isPeriod) return 'function'
  scan.isAfterNow = false
  if (token.kind === 'string' || token.kind === 'integer' || token.kind === 'float') {
    comparison?.literals.push(token)
    if (!isList) scan.place = 'next'
    return 'value'
  }
  if (/^(?:NOW|MYSELF|OPEN)$/.test(word) && scan.tokens[index + 1]?.text === '(') {
    comparison?.literals.push(token)
    scan.isInFunction = true
    scan.isAfterNow = word === 'NOW'
    return 'function'
  }
  // A text that is not closed.
  if (token.kind === 'unreadable' && /^["']/.test(token.text)) return 'value'
  if (isList && word === ')') scan.place = 'next'
  return word === 'AND' || word === 'OR' ? readNext(token, word, index, scan) : 'plain'
}

function readInFunction(word: string, isList: boolean, scan: Scan): TokenRole {
  if (word !== '(') scan.isInFunction = false
  if (word === ')' && !isList) scan.place = 'next'
  return 'function'
}

/** `+`, `3` and `d` after `NOW()`. */
function isPeriodPart(token: Token, index: number, { tokens }: Scan): boolean {
  const before = tokens[index - 1]?.text ?? ''
  if (token.text === '+' || token.text === '-') return before === ')'
  if (token.kind === 'integer') return before === '+' || before === '-'
  return /^[dwmy]$/i.test(token.text) && tokens[index - 1]?.kind === 'integer'
}

const linkWords = /^(?:NOT|PARENT|CHILD|CHILDREN|LINKED|FROM|TO|COVERED|COVERING|BY|WITH|TYPE|ARTIFACT|TRACKER)$/

function readLink(token: Token, word: string, index: number, scan: Scan): TokenRole {
  if (linkWords.test(word)) return 'link'
  if (operators.test(word)) return 'operator'
  if (token.kind === 'string' || token.kind === 'integer') return 'value'
  return readNext(token, word, index, scan)
}

function readOrder(token: Token, word: string, index: number, scan: Scan): TokenRole {
  const before = scan.tokens[index - 1]?.text.toUpperCase()
  const isKey = before === ',' || (before === 'BY' && scan.sortKeys.length === 0)
  if (isKey && (token.kind === 'word' || token.kind === 'integer' || token.kind === 'metadata')) {
    scan.sortKeys.push(token)
    return 'field'
  }
  return /^(?:BY|ASC|ASCENDING|DESC|DESCENDING)$/.test(word) ? 'keyword' : 'plain'
}

function readNext(token: Token, word: string, index: number, scan: Scan): TokenRole {
  if (scan.isAfterNow && isPeriodPart(token, index, scan)) return 'function'
  scan.isAfterNow = false
  if (word === 'AND' || word === 'OR') {
    scan.place = 'term'
    return 'keyword'
  }
  if (word === 'ORDER' && scan.tokens[index + 1]?.text.toUpperCase() === 'BY') {
    scan.place = 'order'
    return 'keyword'
  }
  if (word === ')') scan.place = 'next'
  return 'plain'
}
