import { expect, it } from 'vitest'
import { splitIntoBatches } from './batches.ts'

it('splits items into batches in their order, the last one with the rest', () => {
  expect([...splitIntoBatches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...splitIntoBatches([1, 2], 2)]).toEqual([[1, 2]])
  expect([...splitIntoBatches([], 2)]).toEqual([])
})
