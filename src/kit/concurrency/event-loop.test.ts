import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { mapWithPauses, pauseIfDue } from './event-loop.ts'

/** Blocks the thread until the time slice is over. */
function workForATimeSlice(): void {
  const until = performance.now() + 10
  while (performance.now() < until);
}

const nextIteration = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('work that pauses for other requests', () => {
  it('continues immediately within its time slice', async () => {
    await nextIteration()
    await nextIteration()
    expect(pauseIfDue()).toBeUndefined()
  })

  it('pauses after its time slice, so that other work runs', async () => {
    const order: string[] = []
    setImmediate(() => order.push('another request'))
    const done = mapWithPauses([1, 2, 3], (item) => {
      workForATimeSlice()
      order.push(`item ${item}`)
    })
    await done
    expect(order.filter((each) => each !== 'another request')).toEqual(['item 1', 'item 2', 'item 3'])
    expect(order.indexOf('another request')).toBeLessThan(order.indexOf('item 3'))
  })

  it('continues one of several waiting tasks per iteration of the event loop', async () => {
    let iterations = 0
    let isOver = false
    const count = (): void => {
      iterations += 1
      if (!isOver) setImmediate(count)
    }
    pauseIfDue()
    workForATimeSlice()
    setImmediate(count)
    const resumedIn = await Promise.all(
      [1, 2, 3].map(async () => {
        await pauseIfDue()
        return iterations
      }),
    )
    isOver = true
    expect(new Set(resumedIn).size).toBe(3)
  })

  it('keeps the order of the items', async () => {
    const items = Array.from({ length: 50 }, (_, i) => i)
    const mapped = await mapWithPauses(items, (item) => {
      if (item % 10 === 0) workForATimeSlice()
      return item * 2
    })
    expect(mapped).toEqual(items.map((item) => item * 2))
  })
})
