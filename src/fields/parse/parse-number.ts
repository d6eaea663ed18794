/** A fraction in decimal or scientific notation (docs/api/field-values.md §5). */
export const floatPattern = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/

/**
 * Parses a number of a request: a number or text (docs/api/client-needs.md §10), because XML only has text. Returns
 * undefined for anything else.
 */
export function parseNumber(value: unknown, pattern: RegExp): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  // Without negative zero: it could not be distinguished once stored.
  const number = pattern.test(text) ? Number(text) + 0 : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
