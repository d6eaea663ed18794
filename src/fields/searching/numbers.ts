import { type Condition, everything, not, type Range } from '../condition.ts'
import type { Field } from '../field.ts'
import { againstEmpty, invalidValue, isContains, textsOf, unsupported } from './complaints.ts'
import { matching, patternWritten } from './patterns.ts'
import { rangeOf } from './ranges.ts'
import type { ComparisonOperator, Searching } from './searching.ts'

/**
 * Criteria on a number, whatever it is a number of (docs/api/queries.md §1.4), and on its digits; '' filters nothing.
 */
export const filterByNumber =
  (
    condition: (range: Range, field: Field) => Condition,
    matches?: (pattern: string, field: Field) => Condition,
  ): NonNullable<Searching['filter']> =>
  (criterion, field, context) => {
    if (!isContains(criterion, field, context)) return undefined
    const { value } = criterion
    if (value === '') return everything
    const asked = patternWritten(value)
    if (asked !== undefined && matches !== undefined)
      return matching(asked, field, context, (pattern) => matches(pattern, field))
    const range = typeof value === 'string' || typeof value === 'number' ? rangeOf(value) : undefined
    return range === undefined ? context.complain(invalidValue(field)) : condition(range, field)
  }

/** A number of an artifact itself: its id, its number in the tracker, its rank. */
export const bySystemNumber = (of: 'id' | 'number' | 'rank'): Searching => ({
  filter: filterByNumber(
    (range) => ({ kind: 'system', of, range }),
    (pattern) => ({ kind: 'digits', of, pattern }),
  ),
  order: () => ({ kind: 'system', of }),
})

/** What int and float share (docs/api/queries.md §2.4). */
export const byNumber = (noun: 'integer' | 'float'): Searching => ({
  filter: filterByNumber(
    (range, { id: field }) => ({ kind: 'within', field, family: 'number', range }),
    (pattern, { id: field }) => ({ kind: 'matches', field, family: 'number', pattern }),
  ),
  order: ({ id: field }) => ({ kind: 'value', field, family: 'number' }),
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator === 'in' || operator === 'not in') return context.complain(unsupported(field.name, operator))
    const texts = textsOf(comparison, `${noun} field '${field.name}'`, context)
    if (texts === undefined) return undefined
    const within = (range: Range): Condition => ({ kind: 'within', field: field.id, family: 'number', range })
    if (texts.includes('')) {
      if (operator !== '=' && operator !== '!=') return context.complain(againstEmpty(noun, field.name, operator))
      return operator === '=' ? not(within({})) : within({})
    }
    const odd = texts.find((text) => !isNumber.test(text.trim()))
    if (odd !== undefined)
      return context.complain(`The ${noun} field '${field.name}' cannot be compared to the string value '${odd}'.`)
    const [first = 0, last = first] = texts.map(Number)
    return operator === '!=' ? not(within({ from: first, to: first })) : within(rangesBy[operator](first, last))
  },
})

const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

const rangesBy: Readonly<Record<Exclude<ComparisonOperator, '!=' | 'in' | 'not in'>, (a: number, b: number) => Range>> =
  {
    '=': (a) => ({ from: a, to: a }),
    '<': (a) => ({ below: a }),
    '>': (a) => ({ above: a }),
    '<=': (a) => ({ to: a }),
    '>=': (a) => ({ from: a }),
    between: (a, b) => ({ from: a, to: b }),
  }
