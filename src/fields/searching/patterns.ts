import { parsePattern } from '../../kit/pattern/parse-pattern.ts'
import { type Condition, not } from '../condition.ts'
import type { Field } from '../field.ts'
import type { Searched } from './searching.ts'

/** `/…/` and, denied, `!/…/` (docs/api/queries.md §1.4). */
export interface WrittenPattern {
  readonly pattern: string
  readonly isDenied: boolean
}

/** The pattern that a value of a criterion is; undefined: it is none. */
export function patternWritten(value: unknown): WrittenPattern | undefined {
  const [, sign, pattern] = (typeof value === 'string' && /^(!?)\/(.+)\/$/s.exec(value)) || []
  return pattern === undefined ? undefined : { pattern, isDenied: sign === '!' }
}

/** What a pattern asks; complains of one that is not understood. Denied, it finds what has no value, too. */
export function matching(
  { pattern, isDenied }: WrittenPattern,
  field: Field,
  { complain }: Searched,
  condition: (pattern: string) => Condition,
): Condition | undefined {
  const { problem } = parsePattern(pattern)
  if (problem === undefined) return isDenied ? not(condition(pattern)) : condition(pattern)
  const { position, what } = problem
  return complain(
    `The pattern in the criterion of field "${field.name}" is not understood at position ${position}: ${what}`,
  )
}
