import { type EpochSeconds, momentOf, wallClock } from '../../kit/time.ts'
import { type Condition, everything, not, nothing, type Range } from '../condition.ts'
import { dateSent } from '../date-sent.ts'
import type { Field } from '../field.ts'
import type { Sorting } from '../order.ts'
import { isOnCalendar } from '../wall-time.ts'
import { againstEmpty, functionName, unsupported } from './complaints.ts'
import type { Comparison, ComparisonOperator, Criterion, Operand, Searched, Searching } from './searching.ts'

interface DateRules {
  /** Minutes are told apart, not only days. */
  readonly hasTime: (field: Field) => boolean
  readonly within: (range: Range, field: Field) => Condition
  readonly isAlwaysThere: boolean
  readonly order: (field: Field) => Sorting
}

const secondsOfDay = 86_400

/** Days and minutes (docs/api/queries.md §1.4, §2.4). */
export const byDate = (rules: DateRules): Searching => ({
  filter(criterion, field, context) {
    const moments = momentsIn(criterion, field, context)
    if (moments === undefined) return undefined
    const [first, last] = moments
    return first === undefined ? everything : rules.within(windowOf(criterion.operator, first, last ?? first), field)
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator === 'in' || operator === 'not in') return context.complain(unsupported(field.name, operator))
    const { operands } = comparison
    if (operands.some((operand) => operand.kind === 'text' && operand.text === ''))
      return compareToNothing(comparison, field, context, rules)
    const spans: Span[] = []
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

/** The window begins at the moment that was sent and is a day long (docs/api/queries.md §1.4). */
function windowOf(operator: Criterion['operator'], first: EpochSeconds, last: EpochSeconds): Range {
  if (operator === '<') return { below: first }
  if (operator === '>') return { from: first + secondsOfDay }
  return { from: first, below: last + secondsOfDay }
}

function momentsIn({ operator, value }: Criterion, field: Field, context: Searched): EpochSeconds[] | undefined {
  const texts = Array.isArray(value) ? value : [value]
  const wanted = operator === 'between' ? 2 : 1
  if (texts.length === 1 && texts[0] === '' && wanted === 1) return []
  if (texts.length !== wanted) {
    return context.complain(
      `Invalid format for criterion field '${field.name}' (${field.id}): ${wanted} date${wanted === 1 ? '' : 's'} expected`,
    )
  }
  const moments: EpochSeconds[] = []
  for (const text of texts) {
    const moment = typeof text === 'string' ? dateSent(text, context.timezone, context.now) : undefined
    if (moment === undefined) {
      const shown = JSON.stringify(text)?.slice(0, 60) ?? 'nothing'
      return context.complain(`Invalid date for criterion field '${field.name}' (${field.id}): ${shown}`)
    }
    moments.push(moment)
  }
  return moments
}

/** A day or a minute: its first moment and that of the next. */
interface Span {
  readonly from: EpochSeconds
  readonly next: EpochSeconds
}

const rangesBy: Readonly<Record<Exclude<ComparisonOperator, '!=' | 'in' | 'not in'>, (a: Span, b: Span) => Range>> = {
  '=': ({ from, next }) => ({ from, below: next }),
  '<': ({ from }) => ({ below: from }),
  '>': ({ next }) => ({ from: next }),
  '<=': ({ next }) => ({ below: next }),
  '>=': ({ from }) => ({ from }),
  between: (a, b) => ({ from: a.from, below: b.next }),
}

function compareToNothing(
  { operator }: Comparison,
  field: Field,
  { complain }: Searched,
  { within, isAlwaysThere }: DateRules,
): Condition | undefined {
  if (operator === '=') return isAlwaysThere ? nothing : not(within({}, field))
  if (operator === '!=') return isAlwaysThere ? everything : within({}, field)
  return complain(againstEmpty('date', field.name, operator))
}

function spanOf(operand: Operand, hasTime: boolean, field: Field, context: Searched): Span | undefined {
  const { timezone, complain } = context
  if (operand.kind === 'now') return spanOfText(wallClock(operand.at, timezone, hasTime), hasTime, timezone)
  if (operand.kind === 'myself' || operand.kind === 'open')
    return complain(`The date field '${field.name}' cannot be compared to ${functionName(operand)}.`)
  return (
    spanOfText(operand.text, hasTime, timezone) ??
    complain(`The date field '${field.name}' cannot be compared to the string value '${operand.text}'.`)
  )
}

const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2}))?$/

function spanOfText(text: string, hasTime: boolean, zone: string): Span | undefined {
  const [, year, month, day, hour, minute] = pattern.exec(text.trim())?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const isMinute = hour !== undefined && !Number.isNaN(hour) && minute !== undefined
  if (isMinute && !hasTime) return undefined
  const wall = { year, month, day, hour: isMinute ? hour : 0, minute: isMinute ? minute : 0, second: 0 }
  if (!isOnCalendar(wall)) return undefined
  const from = momentOf(wall, zone)
  return { from, next: isMinute ? from + 60 : momentOf({ year, month, day: day + 1 }, zone) }
}
