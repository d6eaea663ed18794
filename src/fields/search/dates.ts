import { message } from '../../kit/messages/message.ts'
import { type EpochSeconds, formatWallClock, parseMoment } from '../../kit/values/time.ts'
import type {
  Comparison,
  ComparisonOperator,
  Criterion,
  FieldSearch,
  Operand,
  SearchContext,
} from '../field-type/field-search.ts'
import { type Condition, matchAll, matchNone, not, type Range } from '../model/condition.ts'
import type { Field } from '../model/field.ts'
import type { SortCriterion } from '../model/sort-key.ts'
import { parseDate } from '../parse/parse-date.ts'
import { isValidWallTime } from '../parse/wall-time.ts'
import { formatEmptyStringNotComparable, formatFunctionName, formatUnsupportedOperator } from './error-messages.ts'

interface DateSearchOptions {
  /** Whether times are compared by the minute, not by the day. */
  readonly hasTime: (field: Field) => boolean
  readonly within: (range: Range, field: Field) => Condition
  readonly isAlwaysSet: boolean
  readonly order: (field: Field) => SortCriterion
}

const secondsOfDay = 86_400

/** Days and minutes (docs/api/queries.md §1.4, §2.4). */
export const createDateSearch = (rules: DateSearchOptions): FieldSearch => ({
  filter(criterion, field, context) {
    const moments = parseMoments(criterion, field, context)
    if (moments === undefined) return undefined
    const [first, last] = moments
    return first === undefined ? matchAll : rules.within(rangeOfFilter(criterion.operator, first, last ?? first), field)
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator === 'in' || operator === 'not in')
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const { operands } = comparison
    if (operands.some((operand) => operand.kind === 'text' && operand.text === ''))
      return compareToEmpty(comparison, field, context, rules)
    const spans: TimeSpan[] = []
    for (const operand of operands) {
      const span = spanOf(operand, rules.hasTime(field), field, context)
      if (span === undefined) return undefined
      spans.push(span)
    }
    const [first, last = first] = spans
    if (first === undefined || last === undefined) return undefined
    if (operator === '!=') return not(rules.within(rangesBy['='](first, last), field))
    return rules.within(rangesBy[operator](first, last), field)
  },
  order: rules.order,
})

/** The range starts at the given time and is a day long (docs/api/queries.md §1.4). */
function rangeOfFilter(operator: Criterion['operator'], first: EpochSeconds, last: EpochSeconds): Range {
  if (operator === '<') return { below: first }
  if (operator === '>') return { from: first + secondsOfDay }
  return { from: first, below: last + secondsOfDay }
}

function parseMoments(
  { operator, value }: Criterion,
  field: Field,
  context: SearchContext,
): EpochSeconds[] | undefined {
  const texts = Array.isArray(value) ? value : [value]
  const expected = operator === 'between' ? 2 : 1
  if (texts.length === 1 && texts[0] === '' && expected === 1) return []
  if (texts.length !== expected) {
    const { name, id } = field
    return context.reportProblem(
      expected === 1
        ? message`Invalid format for criterion field '${name}' (${id}): ${expected} date expected`
        : message`Invalid format for criterion field '${name}' (${id}): ${expected} dates expected`,
    )
  }
  const moments: EpochSeconds[] = []
  for (const text of texts) {
    const moment = typeof text === 'string' ? parseDate(text, context.timezone, context.now) : undefined
    if (moment === undefined) {
      const quoted = JSON.stringify(text)?.slice(0, 60) ?? message`nothing`
      return context.reportProblem(message`Invalid date for criterion field '${field.name}' (${field.id}): ${quoted}`)
    }
    moments.push(moment)
  }
  return moments
}

/** A day or a minute: its first moment and that of the next. */
interface TimeSpan {
  readonly from: EpochSeconds
  readonly next: EpochSeconds
}

const rangesBy: Readonly<
  Record<Exclude<ComparisonOperator, '!=' | 'in' | 'not in'>, (a: TimeSpan, b: TimeSpan) => Range>
> = {
  '=': ({ from, next }) => ({ from, below: next }),
  '<': ({ from }) => ({ below: from }),
  '>': ({ next }) => ({ from: next }),
  '<=': ({ next }) => ({ below: next }),
  '>=': ({ from }) => ({ from }),
  between: (a, b) => ({ from: a.from, below: b.next }),
}

function compareToEmpty(
  { operator }: Comparison,
  field: Field,
  { reportProblem }: SearchContext,
  { within, isAlwaysSet }: DateSearchOptions,
): Condition | undefined {
  if (operator === '=') return isAlwaysSet ? matchNone : not(within({}, field))
  if (operator === '!=') return isAlwaysSet ? matchAll : within({}, field)
  return reportProblem(formatEmptyStringNotComparable('date', field.name, operator))
}

function spanOf(operand: Operand, hasTime: boolean, field: Field, context: SearchContext): TimeSpan | undefined {
  const { timezone, reportProblem } = context
  if (operand.kind === 'now') return parseSpan(formatWallClock(operand.at, timezone, hasTime), hasTime, timezone)
  if (operand.kind === 'myself' || operand.kind === 'open')
    return reportProblem(message`The date field '${field.name}' cannot be compared to ${formatFunctionName(operand)}.`)
  return (
    parseSpan(operand.text, hasTime, timezone) ??
    reportProblem(message`The date field '${field.name}' cannot be compared to the string value '${operand.text}'.`)
  )
}

const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2}))?$/

function parseSpan(text: string, hasTime: boolean, zone: string): TimeSpan | undefined {
  const [, year, month, day, hour, minute] = pattern.exec(text.trim())?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const isMinute = hour !== undefined && !Number.isNaN(hour) && minute !== undefined
  if (isMinute && !hasTime) return undefined
  const wall = { year, month, day, hour: isMinute ? hour : 0, minute: isMinute ? minute : 0, second: 0 }
  if (!isValidWallTime(wall)) return undefined
  const from = parseMoment(wall, zone)
  return { from, next: isMinute ? from + 60 : parseMoment({ year, month, day: day + 1 }, zone) }
}
