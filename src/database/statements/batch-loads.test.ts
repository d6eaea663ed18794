import { expect, it } from 'vitest'
import type { Reader } from '../db/db.ts'
import { batchLoads, batchSingleLoads } from './batch-loads.ts'

// Not used by these tests.
const [one, other] = [{}, {}] as [Reader, Reader]

function createLoader() {
  const batches: (readonly number[])[] = []
  const load = batchLoads(async (_db: Reader, ids: readonly number[]) => {
    batches.push(ids)
    if (ids.includes(13)) throw new Error('no luck')
    return new Map(ids.filter((id) => id < 10).map((id) => [id, `thing ${id}`]))
  })
  return { batches, load }
}

it('loads are batched per tick, with each id once, and each caller gets its result', async () => {
  const { batches, load } = createLoader()
  expect(await Promise.all([load(one, 1), load(one, 2), load(one, 1), load(one, 99)])).toEqual([
    'thing 1',
    'thing 2',
    'thing 1',
    undefined,
  ])
  expect(batches).toEqual([[1, 2, 99]])
})

it('a load that starts some promises later is in the same batch; one after a result is not', async () => {
  const { batches, load } = createLoader()
  const late = Promise.resolve()
    .then(() => undefined)
    .then(() => load(one, 2))
  await Promise.all([load(one, 1), late])
  await load(one, 3)
  expect(batches).toEqual([[1, 2], [3]])
})

it('loads of different readers are separate', async () => {
  const { batches, load } = createLoader()
  await Promise.all([load(one, 1), load(other, 2)])
  expect(batches).toEqual([[1], [2]])
})

it('a failure is returned to the whole batch and to no later load', async () => {
  const { load } = createLoader()
  const both = await Promise.allSettled([load(one, 1), load(one, 13)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load(one, 1)).toBe('thing 1')
})

it('single loads of a turn are one query, and loads of several items are separate', async () => {
  const batches: (readonly number[])[] = []
  const load = batchSingleLoads(async (_db: Reader, ids: readonly number[]) => {
    batches.push(ids)
    return new Map(ids.filter((id) => id < 10).map((id) => [id, `thing ${id}`]))
  })
  const items = await Promise.all([load(one, [1]), load(one, [3, 4]), load(one, [2]), load(one, [99]), load(one, [])])
  expect(items).toEqual([
    new Map([[1, 'thing 1']]),
    new Map([
      [3, 'thing 3'],
      [4, 'thing 4'],
    ]),
    new Map([[2, 'thing 2']]),
    new Map(),
    new Map(),
  ])
  expect(batches).toEqual([[3, 4], [], [1, 2, 99]])
})
