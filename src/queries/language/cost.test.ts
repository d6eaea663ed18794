import { expect, it } from 'vitest'
import { computeCost } from './cost.ts'
import { parseQuery } from './parse-query.ts'

// docs/api/queries.md §2.6: a single comparison costs 3, each further AND 2, each further OR 3.
it.each([
  ['', 0],
  ['ORDER BY a', 0],
  ['a = "1"', 3],
  ['a = "1" ORDER BY a, b', 3],
  ['a BETWEEN (1, 2)', 3],
  ['a IN (1, 2, 3)', 3],
  ['IS LINKED TO TRACKER = "bug" WITH TYPE "fixed"', 3],
  ['a = 1 AND b = 1', 5],
  ['a = 1 AND b = 1 AND WITH PARENT', 7],
  ['a = 1 OR b = 1', 6],
  ['a = 1 OR b = 1 OR WITH PARENT', 9],
  ['a = 1 AND b = 1 OR c = 1', 8],
  ['(a = 1 OR b = 1) AND c = 1', 10],
  ['a = 1 AND (b = 1 AND c = 1)', 9],
  ['((a = 1))', 3],
])('%s costs %i', (text, cost) => {
  const parsed = parseQuery(text)
  expect('ok' in parsed && computeCost(parsed.ok)).toBe(cost)
})
