import type { Comparison as FieldComparison, Operand } from '../../fields/field-type/field-search.ts'
import { computeZoneOffset, type EpochSeconds, parseMoment } from '../../kit/values/time.ts'
import { addPeriod } from '../language/add-period.ts'
import type { Comparison, Literal, Period } from '../language/ast.ts'

/** Converts a comparison to the form of field types (fields/field-type/field-search.ts). */
export function toFieldComparison(comparison: Comparison, now: EpochSeconds, timezone: string): FieldComparison {
  const convert = (literal: Literal): Operand => toOperand(literal, now, timezone)
  switch (comparison.kind) {
    case 'compare':
      return { operator: comparison.operator, operands: [convert(comparison.literal)] }
    case 'between':
      return { operator: 'between', operands: [convert(comparison.from), convert(comparison.to)] }
    case 'in':
      return { operator: comparison.isNegated ? 'not in' : 'in', operands: comparison.values.map(convert) }
    default:
      return comparison satisfies never
  }
}

function toOperand(literal: Literal, now: EpochSeconds, timezone: string): Operand {
  switch (literal.kind) {
    case 'string':
      return { kind: 'text', text: literal.value }
    case 'integer':
    case 'float':
      return { kind: 'number', text: literal.text }
    case 'now':
      return { kind: 'now', at: literal.period === null ? now : addPeriodInZone(now, literal.period, timezone) }
    case 'myself':
    case 'open':
      return { kind: literal.kind }
    default:
      return literal satisfies never
  }
}

/** So long after a moment, or before it, by the clocks of a zone (docs/api/queries.md §2.5). */
function addPeriodInZone(moment: EpochSeconds, period: Period, zone: string): EpochSeconds {
  const wall = new Date((moment + computeZoneOffset(moment, zone)) * 1000)
  const clock = {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
  return parseMoment(addPeriod(clock, period), zone)
}
