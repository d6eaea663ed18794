import type { Message } from '../../../../src/kit/messages/message.ts'
import { inputNames } from '../../../../src/queries/language/input-names.ts'
import { tokenizeQuery } from '../../../../src/queries/language/lexer.ts'
import {
  type OutlinedComparison,
  outlineQuery,
  type QueryOutline,
  type TokenRole,
} from '../../../../src/queries/language/outline.ts'
import type { Problem } from '../../../../src/queries/language/problem.ts'
import type { Token } from '../../../../src/queries/language/token.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { findClosestWord } from './closest-word.ts'
import { hasValue, operatorsOf, type QueryTarget, targetsOf, valuesOf } from './query-targets.ts'
import { type BarText, quote, readBar } from './view.ts'

/** An error of a query, at its place in the text. */
export interface QueryIssue {
  readonly from: number
  readonly to: number
  readonly cause: IssueCause
  /** What was probably meant in this place. */
  readonly suggestion: string | null
  /** The server accepts the query nevertheless. */
  readonly isHint: boolean
}

export type IssueCause =
  | { readonly kind: 'syntax'; readonly token: Token; readonly expected: readonly (string | Message)[] }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'value'; readonly value: string; readonly target: QueryTarget }
  | { readonly kind: 'operator'; readonly operator: string; readonly target: QueryTarget }
  | { readonly kind: 'function'; readonly name: string; readonly target: QueryTarget }
  | { readonly kind: 'select' | 'size' }

export interface CheckedQuery {
  readonly kind: BarText['kind']
  readonly cost: number
  readonly outline: QueryOutline | null
  /** In the order of the text. */
  readonly issues: readonly QueryIssue[]
  readonly canRun: boolean
  /** Only the end is missing, or an end and errors before it. */
  readonly isEndMissing: boolean
  /** The text is valid as far as it goes, but not complete. */
  readonly isIncomplete: boolean
}

/** Checks a text of the query bar against the language and the fields of the tracker. */
export function checkQuery(text: string, tracker: TrackerRepresentation): CheckedQuery {
  const bar = readBar(text)
  if (bar.kind === 'empty' || bar.kind === 'words')
    return {
      kind: bar.kind,
      cost: 0,
      outline: null,
      issues: [],
      canRun: true,
      isEndMissing: false,
      isIncomplete: false,
    }
  const outline = outlineQuery(text)
  const problem = bar.kind === 'problem' ? bar.problem : null
  const limit = problem?.at.offset ?? Number.POSITIVE_INFINITY
  const nameIssues = checkNames(text, outline, tracker).filter(({ from }) => from < limit)
  const issues = problem === null ? nameIssues : [...nameIssues, toIssue(text, problem, outline, tracker)]
  const isEndMissing = problem !== null && isAtEnd(text, problem)
  const isIncomplete = isEndMissing && nameIssues.every(({ isHint }) => isHint)
  const canRun = problem === null && issues.every(({ isHint }) => isHint)
  return {
    kind: bar.kind,
    cost: bar.kind === 'query' ? bar.cost : 0,
    outline,
    issues,
    canRun,
    isEndMissing,
    isIncomplete,
  }
}

/** The end, or a text whose closing quote is still missing. */
function isAtEnd(text: string, { kind, at }: Problem): boolean {
  if (kind !== 'syntax') return false
  const lastToken = tokenizeQuery(text).find((token) => token.at + token.text.length > at.offset)
  return (
    lastToken === undefined || (/^["']/.test(lastToken.text) && lastToken.at + lastToken.text.length === text.length)
  )
}

function toIssue(
  text: string,
  { kind, at, expected }: Problem,
  outline: QueryOutline,
  tracker: TrackerRepresentation,
): QueryIssue {
  const tokens = tokenizeQuery(text)
  const index = tokens.findIndex((token) => token.at + token.text.length > at.offset || token.kind === 'end')
  const wrongToken = tokens[index] ?? { kind: 'end', at: text.length, text: '' }
  const range = { from: at.offset, to: wrongToken.at + wrongToken.text.length }
  if (kind !== 'syntax')
    return { ...range, cause: { kind: kind === 'too-complex' ? 'size' : 'select' }, suggestion: null, isHint: false }
  const unquoted = suggestFunction(tokens, index, expected, outline, tracker)
  if (unquoted !== undefined) return unquoted
  const meant =
    wrongToken.kind !== 'word'
      ? null
      : expected.includes(inputNames.text)
        ? suggestText(tokens, index, outline, tracker)
        : { to: range.to, text: suggestKeyword(wrongToken, expected) }
  return {
    from: range.from,
    to: meant?.to ?? range.to,
    cause: { kind: 'syntax', token: wrongToken, expected },
    suggestion: meant?.text ?? null,
    isHint: false,
  }
}

const suggestKeyword = ({ text }: Token, expected: readonly (string | Message)[]): string | null =>
  findClosestWord(
    text,
    expected.map(String).filter((name) => /^[A-Z]+$/.test(name)),
  ) ?? null

/** `status = Open`: the function without its parentheses, or a value without its quotes. */
function suggestFunction(
  tokens: readonly Token[],
  index: number,
  expected: readonly (string | Message)[],
  outline: QueryOutline,
  tracker: TrackerRepresentation,
): QueryIssue | undefined {
  const word = tokens[index - 1]
  if (!expected.includes(inputNames.openingParenthesis) || !/^(?:now|myself|open)$/i.test(word?.text ?? ''))
    return undefined
  if (word === undefined || expected.length > 1) return undefined
  const comparison = outline.comparisons.findLast(({ field }) => field.at < word.at)
  const target = comparison && targetsOf(tracker).get(comparison.field.text.toLowerCase())
  const isValue = target !== undefined && hasValue(target, word.text) === true
  return {
    from: word.at,
    to: word.at + word.text.length,
    cause: { kind: 'syntax', token: word, expected: [inputNames.text, `${word.text.toUpperCase()}()`] },
    suggestion: isValue ? quote(closestValue(target, word.text) ?? word.text) : `${word.text.toUpperCase()}()`,
    isHint: false,
  }
}

/** The words of a value whose quotes are missing. */
function suggestText(
  tokens: readonly Token[],
  index: number,
  { comparisons }: QueryOutline,
  tracker: TrackerRepresentation,
): { readonly to: number; readonly text: string } | null {
  const first = tokens[index]
  const comparison = comparisons.findLast(({ field }) => first !== undefined && field.at < first.at)
  const target = comparison && targetsOf(tracker).get(comparison.field.text.toLowerCase())
  if (first === undefined || (target?.kind !== 'list' && target?.kind !== 'text')) return null
  const words = tokens.slice(index)
  const count = words.findIndex(({ kind, text }) => !/^(?:word|integer)$/.test(kind) || /^(?:and|or)$/i.test(text))
  const last = words[count - 1] ?? first
  const value = words
    .slice(0, Math.max(1, count))
    .map(({ text }) => text)
    .join(' ')
  return { to: last.at + last.text.length, text: quote(closestValue(target, value) ?? value) }
}

const closestValue = (target: QueryTarget, value: string): string | undefined =>
  findClosestWord(
    value,
    valuesOf(target).map(({ text }) => text),
  )

/** Fields, operators and values that the tracker does not know. */
function checkNames(text: string, outline: QueryOutline, tracker: TrackerRepresentation): readonly QueryIssue[] {
  const targets = targetsOf(tracker)
  const unknown = (token: Token): readonly QueryIssue[] => {
    const to = token.at + token.text.length
    // It is still being typed.
    if (to === text.length) return []
    return [
      {
        from: token.at,
        to,
        cause: { kind: 'field', name: token.text },
        suggestion: suggestField(token.text, targets),
        isHint: false,
      },
    ]
  }
  return [
    ...outline.comparisons.flatMap((comparison) => {
      const target = targets.get(comparison.field.text.toLowerCase())
      if (target === undefined) return isField(comparison.field, tracker) ? [] : unknown(comparison.field)
      return checkComparison(comparison, target)
    }),
    ...outline.sortKeys.flatMap((token) =>
      targets.has(token.text.toLowerCase()) || isField(token, tracker) ? [] : unknown(token),
    ),
  ].toSorted((a, b) => a.from - b.from)
}

/** The server explains why a field of another type cannot be searched. */
const isField = ({ text }: Token, { fields }: TrackerRepresentation): boolean =>
  fields.some(({ name }) => name.toLowerCase() === text.toLowerCase())

function suggestField(name: string, targets: ReadonlyMap<string, QueryTarget>): string | null {
  const all = [...targets.values()]
  const byName = findClosestWord(
    name,
    all.map((target) => target.name),
  )
  if (byName !== undefined) return byName
  const label = findClosestWord(
    name.replaceAll(/[_-]/g, ' '),
    all.map((target) => target.label).filter((each) => each !== ''),
  )
  return all.find((target) => target.label === label)?.name ?? null
}

const functionKinds: Readonly<Record<string, (target: QueryTarget) => boolean>> = {
  NOW: ({ kind }) => kind === 'date',
  MYSELF: ({ isOfUsers }) => isOfUsers,
  OPEN: ({ hasOpen }) => hasOpen,
}

function checkComparison({ operator, literals }: OutlinedComparison, target: QueryTarget): readonly QueryIssue[] {
  if (operator === null) return []
  const isAllowed = operatorsOf[target.kind].includes(operator.text)
  if (!isAllowed)
    return [
      {
        from: operator.at,
        to: operator.end,
        cause: { kind: 'operator', operator: operator.text, target },
        suggestion: null,
        isHint: false,
      },
    ]
  const functions = literals.flatMap((token): QueryIssue[] => {
    const name = token.text.toUpperCase()
    if (token.kind !== 'word' || functionKinds[name]?.(target) !== false) return []
    const cause: IssueCause = { kind: 'function', name: `${name}()`, target }
    return [{ from: token.at, to: token.at + token.text.length, cause, suggestion: null, isHint: false }]
  })
  const unknown = literals.filter((token) => token.kind === 'string' && hasValue(target, token.value) === false)
  // Of several values, the server ignores unknown ones.
  const isHint = unknown.length < literals.length
  const values = unknown.flatMap((token): QueryIssue[] => {
    if (token.kind !== 'string') return []
    const meant = closestValue(target, token.value)
    return [
      {
        from: token.at,
        to: token.at + token.text.length,
        cause: { kind: 'value', value: token.value, target },
        suggestion: meant === undefined ? null : quote(meant),
        isHint,
      },
    ]
  })
  return [...functions, ...values]
}

/** A part of the text with one look. */
export interface QueryPiece {
  readonly text: string
  readonly role: TokenRole
  readonly isWrong: boolean
}

/** Splits the text where its look changes. */
export function splitIntoPieces(text: string, { outline, issues, isEndMissing }: CheckedQuery): readonly QueryPiece[] {
  if (outline === null || text.length > maxColoured) return [{ text, role: 'plain', isWrong: false }]
  const wrong = issues.filter(({ from, to, cause }) => to > from && !(isEndMissing && cause.kind === 'syntax'))
  const ranges = outline.tokens.map(({ token, role }) => ({ from: token.at, to: token.at + token.text.length, role }))
  const cuts = [...ranges, ...wrong].flatMap(({ from, to }) => [from, to])
  const places = [...new Set([0, ...cuts, text.length])].toSorted((a, b) => a - b)
  let [range, at] = [0, 0]
  return places.slice(1).map((end): QueryPiece => {
    const start = at
    at = end
    while (range < ranges.length - 1 && (ranges[range]?.to ?? 0) <= start) range += 1
    const here = ranges[range]
    const role = here !== undefined && here.from <= start && end <= here.to ? here.role : 'plain'
    return { text: text.slice(start, end), role, isWrong: wrong.some(({ from, to }) => from <= start && end <= to) }
  })
}

/** Longer texts have no colours, which would slow typing down. */
const maxColoured = 5000
