import type { Field } from '../../fields/field.ts'

/** Types whose values a computed field of the same name adds up (docs/api/trackers.md §5.1). */
export const summandTypes: ReadonlySet<string> = new Set(['int', 'float', 'computed', 'sb', 'rb'])

const isNumber = /^[+-]?\d+(?:\.\d+)?$/

/** Returns the summand of a value: a number, or the chosen label of a static list that is one; null: nothing. */
export function findSummand(value: unknown, { bind }: Pick<Field, 'bind'>): number | null {
  if (typeof value === 'number') return value
  if (!Array.isArray(value) || bind?.kind !== 'static') return null
  const label = bind.values.find(({ id }) => id === value[0])?.label.trim() ?? ''
  return isNumber.test(label) ? Number(label) : null
}

/** docs/api/field-values.md §12: sums are rounded half up to ten decimals. */
export const roundSum = (sum: number): number => Number(sum.toFixed(10))
