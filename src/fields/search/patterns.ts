import { message } from '../../kit/messages/message.ts'
import { parsePattern } from '../../kit/pattern/parse-pattern.ts'
import type { SearchContext } from '../field-type/field-search.ts'
import { type Condition, not } from '../model/condition.ts'
import type { Field } from '../model/field.ts'

/** `/…/` and, denied, `!/…/` (docs/api/queries.md §1.4). */
export interface PatternInput {
  readonly pattern: string
  readonly isNegated: boolean
}

/** The pattern that a value of a criterion is; undefined: it is none. */
export function parsePatternInput(value: unknown): PatternInput | undefined {
  const [, sign, pattern] = (typeof value === 'string' && /^(!?)\/(.+)\/$/s.exec(value)) || []
  return pattern === undefined ? undefined : { pattern, isNegated: sign === '!' }
}

/**
 * Builds the condition of a pattern; reports a problem when it is invalid. A negated pattern also matches artifacts
 * without a value.
 */
export function buildPatternCondition(
  { pattern, isNegated }: PatternInput,
  field: Field,
  { reportProblem }: SearchContext,
  condition: (pattern: string) => Condition,
): Condition | undefined {
  const { problem } = parsePattern(pattern)
  if (problem === undefined) return isNegated ? not(condition(pattern)) : condition(pattern)
  const { position, what } = problem
  return reportProblem(
    message`Invalid pattern in the criterion of field "${field.name}" at position ${position}: ${what}`,
  )
}
