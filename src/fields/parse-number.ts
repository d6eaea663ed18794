/** A fraction as people and programs write it (docs/api/field-values.md §5). */
export const floatPattern = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

/**
 * A number of a request: as such or as text (docs/api/client-needs.md §10), XML knows nothing else. Undefined: it is
 * none.
 */
export function parseNumber(value: unknown, pattern: RegExp): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  // Without the zero that has a sign: it could not be told from the other once stored.
  const number = pattern.test(text) ? Number(text) + 0 : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
