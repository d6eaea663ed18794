import { describe, expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

describe('limitConcurrency', () => {
  it('runs at most the given number of operations at once, and all of them in turn', async () => {
    const turn = limitConcurrency(2, 100)
    let running = 0
    let most = 0
    const done: number[] = []
    const works = Array.from({ length: 20 }, (_, number) =>
      turn(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running -= 1
        done.push(number)
        if (number % 3 === 0) throw new Error('failed')
        return number
      }).catch(() => null),
    )
    expect((await Promise.all(works)).filter((each) => each === null)).toHaveLength(7)
    expect([most, running]).toEqual([2, 0])
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  })

  it('rejects operations when the queue is full', async () => {
    const turn = limitConcurrency(1, 1)
    let finish = (): void => undefined
    const first = turn(() => new Promise<void>((resolve) => (finish = resolve)))
    const second = turn(async () => 'second')
    await expect(turn(async () => 'third')).rejects.toMatchObject({ kind: 'unavailable' })
    finish()
    await first
    expect(await second).toBe('second')
    expect(await turn(async () => 'fourth')).toBe('fourth')
  })
})
