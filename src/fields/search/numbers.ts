import { type Message, message } from '../../kit/messages/message.ts'
import type { ComparisonOperator, FieldSearch } from '../field-type/field-search.ts'
import { type Condition, matchAll, not, type Range } from '../model/condition.ts'
import type { Field } from '../model/field.ts'
import {
  assertContainsOperator,
  formatInvalidValue,
  formatOperatorName,
  formatUnsupportedOperator,
  getOperandTexts,
} from './error-messages.ts'
import { buildPatternCondition, parsePatternInput } from './patterns.ts'
import { parseRange } from './ranges.ts'

/**
 * Criteria on a number, whatever it is a number of (docs/api/queries.md §1.4), and on its digits; '' filters nothing.
 */
export const filterByNumber =
  (
    condition: (range: Range, field: Field) => Condition,
    matches?: (pattern: string, field: Field) => Condition,
  ): NonNullable<FieldSearch['filter']> =>
  (criterion, field, context) => {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const { value } = criterion
    if (value === '') return matchAll
    const patternInput = parsePatternInput(value)
    if (patternInput !== undefined && matches !== undefined)
      return buildPatternCondition(patternInput, field, context, (pattern) => matches(pattern, field))
    const range = typeof value === 'string' || typeof value === 'number' ? parseRange(value) : undefined
    return range === undefined ? context.reportProblem(formatInvalidValue(field)) : condition(range, field)
  }

/** A number of an artifact itself: its id, its number in the tracker, its rank. */
export const createSystemNumberSearch = (of: 'id' | 'number' | 'rank'): FieldSearch => ({
  filter: filterByNumber(
    (range) => ({ kind: 'system', of, range }),
    (pattern) => ({ kind: 'digits', of, pattern }),
  ),
  order: () => ({ kind: 'system', of }),
})

/**
 * Shared by types that store a number (docs/api/queries.md §2.4). `describeField` is part of messages; `parse` returns
 * undefined for a text that stands for no number.
 */
export const createNumberSearch = (describeField: (name: string) => Message, parse = parseLiteral): FieldSearch => ({
  filter: filterByNumber(
    (range, { id: field }) => ({ kind: 'within', field, family: 'number', range }),
    (pattern, { id: field }) => ({ kind: 'matches', field, family: 'number', pattern }),
  ),
  order: ({ id: field }) => ({ kind: 'value', field, family: 'number' }),
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator === 'in' || operator === 'not in')
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const texts = getOperandTexts(comparison, describeField(field.name), context)
    if (texts === undefined) return undefined
    const within = (range: Range): Condition => ({ kind: 'within', field: field.id, family: 'number', range })
    if (texts.includes('')) {
      if (operator !== '=' && operator !== '!=')
        return context.reportProblem(
          message`The ${describeField(field.name)} cannot be compared to the empty string with ${formatOperatorName(operator)} operator.`,
        )
      return operator === '=' ? not(within({})) : within({})
    }
    const invalid = texts.find((text) => parse(text) === undefined)
    if (invalid !== undefined)
      return context.reportProblem(
        message`The ${describeField(field.name)} cannot be compared to the string value '${invalid}'.`,
      )
    const [first = 0, last = first] = texts.map(parse)
    return operator === '!=' ? not(within({ from: first, to: first })) : within(rangesBy[operator](first, last))
  },
})

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

function parseLiteral(text: string): number | undefined {
  return numberPattern.test(text.trim()) ? Number(text) : undefined
}

const rangesBy: Readonly<Record<Exclude<ComparisonOperator, '!=' | 'in' | 'not in'>, (a: number, b: number) => Range>> =
  {
    '=': (a) => ({ from: a, to: a }),
    '<': (a) => ({ below: a }),
    '>': (a) => ({ above: a }),
    '<=': (a) => ({ to: a }),
    '>=': (a) => ({ from: a }),
    between: (a, b) => ({ from: a, to: b }),
  }
