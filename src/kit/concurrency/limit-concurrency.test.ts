import { describe, expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

describe('limitConcurrency', () => {
  it('runs at most the given number of operations concurrently, in order, despite failures', async () => {
    const limit = limitConcurrency(2)
    let running = 0
    let maxRunning = 0
    const finished: number[] = []
    const operations = Array.from({ length: 20 }, (_, number) =>
      limit(async () => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running -= 1
        finished.push(number)
        if (number % 3 === 0) throw new Error('failed')
        return number
      }).catch(() => null),
    )
    expect((await Promise.all(operations)).filter((each) => each === null)).toHaveLength(7)
    expect([maxRunning, running]).toEqual([2, 0])
    expect(finished).toEqual(finished.toSorted((a, b) => a - b))
  })

  it('rejects operations while the queue is full', async () => {
    const limit = limitConcurrency(1, { maxWaiting: 1, createError: () => new Error('full') })
    let finish = (): void => undefined
    const first = limit(() => new Promise<void>((resolve) => (finish = resolve)))
    const second = limit(async () => 'second')
    await expect(limit(async () => 'third')).rejects.toThrow('full')
    finish()
    await first
    expect(await second).toBe('second')
    expect(await limit(async () => 'fourth')).toBe('fourth')
  })
})
