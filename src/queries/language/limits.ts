/**
 * What a query may hold whatever the platform setting says (docs/api/queries.md §2.6 has only a cost, and 0 switches it
 * off): the parser must not exhaust the stack, nor the compiled SQL what a database takes.
 */
export const limits = {
  /** Characters of the text, counted as JavaScript counts a string. */
  length: 100_000,
  /** Parentheses within parentheses. */
  depth: 100,
  /** Comparisons and link conditions. */
  conditions: 500,
  /** Values of all IN and NOT IN together. */
  values: 1_000,
  /** Digits of one number; more could not be told from infinity. */
  digits: 100,
  sortKeys: 10,
  /** Of any unit from NOW(). */
  period: 1_000_000,
} as const
