import { describe, expect, it } from 'vitest'
import { nextAttempt } from './delivery.ts'

describe('the next attempt', () => {
  it('comes later and later, at most an hour apart', () => {
    const waits = [1, 2, 3, 4, 9, 10, 20].map((failures) => (nextAttempt(failures, 0, 0) ?? 0) - 0)
    expect(waits).toEqual([10, 20, 40, 80, 2560, 3600, 3600])
  })
  it('is given up after a day', () => {
    expect(nextAttempt(1, 0, 86_390)).toBe(86_400)
    expect(nextAttempt(1, 0, 86_391)).toBeNull()
  })
  it('is made about thirty times in all', () => {
    let attempts = 0
    for (let now: number | null = 0; now !== null; now = nextAttempt(attempts, 0, now)) attempts += 1
    expect(attempts).toBe(32)
  })
})
