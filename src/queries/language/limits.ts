/**
 * Limits of a query in addition to the cost limit of the site (docs/api/queries.md §2.6, where 0 disables it): the
 * parser must not exhaust the stack, nor the compiled SQL exceed limits of the database.
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
  /** Digits of one number; more would be infinity. */
  digits: 100,
  sortKeys: 10,
  /** Amount of any unit in NOW(). */
  period: 1_000_000,
} as const
