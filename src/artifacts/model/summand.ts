import type { Field } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'

export interface FieldSum {
  readonly fieldId: FieldId
  /** null: no artifact has a number there. */
  readonly sum: number | null
}

const isNumber = /^[+-]?\d+(?:\.\d+)?$/

/** Returns the summand of a value: a number, or the chosen label of a static list that is one; null: nothing. */
export function findSummand(value: unknown, { bind }: Pick<Field, 'bind'>): number | null {
  if (typeof value === 'number') return value
  if (!Array.isArray(value) || bind?.kind !== 'static') return null
  const label = bind.values.find(({ id }) => id === value[0])?.label.trim() ?? ''
  return isNumber.test(label) ? Number(label) : null
}

/**
 * Rounds a sum half up to ten decimals (docs/api/field-values.md §12). Returns null when it exceeds the range of numbers,
 * which JSON cannot represent.
 */
export const roundSum = (sum: number): number | null => (Number.isFinite(sum) ? Number(sum.toFixed(10)) : null)
