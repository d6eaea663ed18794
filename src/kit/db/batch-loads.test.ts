import { expect, it } from 'vitest'
import { batchPerTick } from './batch-loads.ts'
import type { Reader } from './db.ts'

// Nothing is asked of it here.
const [one, other] = [{}, {}] as [Reader, Reader]

function counting() {
  const asked: (readonly number[])[] = []
  const look = batchPerTick(async (_db: Reader, ids: readonly number[]) => {
    asked.push(ids)
    if (ids.includes(13)) throw new Error('no luck')
    return new Map(ids.filter((id) => id < 10).map((id) => [id, `thing ${id}`]))
  })
  return { asked, look }
}

it('what is asked for in one turn is loaded together, each once, and each gets its own', async () => {
  const { asked, look } = counting()
  expect(await Promise.all([look(one, 1), look(one, 2), look(one, 1), look(one, 99)])).toEqual([
    'thing 1',
    'thing 2',
    'thing 1',
    undefined,
  ])
  expect(asked).toEqual([[1, 2, 99]])
})

it('who asks some promises later still belongs to the turn; who asks after an answer does not', async () => {
  const { asked, look } = counting()
  const late = Promise.resolve()
    .then(() => undefined)
    .then(() => look(one, 2))
  await Promise.all([look(one, 1), late])
  await look(one, 3)
  expect(asked).toEqual([[1, 2], [3]])
})

it('readers are asked apart', async () => {
  const { asked, look } = counting()
  await Promise.all([look(one, 1), look(other, 2)])
  expect(asked).toEqual([[1], [2]])
})

it('a failure is told to all of the turn and to nobody after it', async () => {
  const { look } = counting()
  const both = await Promise.allSettled([look(one, 1), look(one, 13)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await look(one, 1)).toBe('thing 1')
})
