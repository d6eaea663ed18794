import { compileMatcher, type Matcher } from './matcher.ts'
import { parsePattern } from './parse-pattern.ts'

/** Returns whether a pattern, as the user wrote it, matches a folded text or the digits of a number. */
export function matchesPattern(pattern: string, value: string | number): boolean {
  return matcherFor(pattern)(typeof value === 'number' ? formatWithoutExponent(value) : value)
}

const maxCached = 8
const matchers = new Map<string, Matcher>()
let latest: { readonly pattern: string; readonly matcher: Matcher } | undefined

/** A query evaluates the same pattern row after row. */
function matcherFor(pattern: string): Matcher {
  if (latest?.pattern === pattern) return latest.matcher
  const matcher = matchers.get(pattern) ?? createMatcher(pattern)
  matchers.delete(pattern)
  matchers.set(pattern, matcher)
  latest = { pattern, matcher }
  return matcher
}

function createMatcher(text: string): Matcher {
  const { pattern, problem } = parsePattern(text)
  if (problem !== undefined) throw new Error(`Unvalidated pattern: ${problem.what}`)
  for (const oldest of matchers.keys()) {
    if (matchers.size < maxCached) break
    matchers.delete(oldest)
  }
  return compileMatcher(pattern)
}

/** Returns a number without exponent, however large or small. */
export function formatWithoutExponent(value: number): string {
  const [, sign = '', whole = '', part = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const point = whole.length + Number(exponent)
  const digits = whole + part
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}
