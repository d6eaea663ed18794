import type { Comparison as FieldComparison, Operand } from '../../fields/search/field-search.ts'
import { type EpochSeconds, momentOf, zoneOffset } from '../../kit/time.ts'
import { addPeriod } from '../language/add-period.ts'
import type { Comparison, Literal, Period } from '../language/ast.ts'

/** A comparison as field types know it (fields/search/field-search.ts). */
export function comparisonOf(asked: Comparison, now: EpochSeconds, timezone: string): FieldComparison {
  const operand = (literal: Literal): Operand => operandOf(literal, now, timezone)
  switch (asked.kind) {
    case 'compare':
      return { operator: asked.operator, operands: [operand(asked.literal)] }
    case 'between':
      return { operator: 'between', operands: [operand(asked.from), operand(asked.to)] }
    case 'in':
      return { operator: asked.isNegated ? 'not in' : 'in', operands: asked.values.map(operand) }
    default:
      return asked satisfies never
  }
}

function operandOf(literal: Literal, now: EpochSeconds, timezone: string): Operand {
  switch (literal.kind) {
    case 'string':
      return { kind: 'text', text: literal.value }
    case 'integer':
    case 'float':
      return { kind: 'number', text: literal.text }
    case 'now':
      return { kind: 'now', at: literal.period === null ? now : later(now, literal.period, timezone) }
    case 'myself':
    case 'open':
      return { kind: literal.kind }
    default:
      return literal satisfies never
  }
}

/** So long after a moment, or before it, by the clocks of a zone (docs/api/queries.md §2.5). */
function later(moment: EpochSeconds, period: Period, zone: string): EpochSeconds {
  const wall = new Date((moment + zoneOffset(moment, zone)) * 1000)
  const shown = {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
  return momentOf(addPeriod(shown, period), zone)
}
