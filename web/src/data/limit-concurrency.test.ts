import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

it('runs at most the given number of tasks concurrently, in order, despite failures', async () => {
  const inTurn = limitConcurrency(2)
  let [running, most] = [0, 0]
  const ended: number[] = []
  const work = (n: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    ended.push(n)
    if (n === 2) throw new Error('failed')
  }
  const all = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => inTurn(work(n))))
  expect(most).toBe(2)
  expect(ended).toStrictEqual([1, 2, 3, 4, 5])
  expect(all.map(({ status }) => status)).toStrictEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
