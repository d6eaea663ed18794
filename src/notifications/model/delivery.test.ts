import { describe, expect, it } from 'vitest'
import { computeNextAttempt } from './delivery.ts'

describe('nextAttemptAt', () => {
  it('backs off exponentially up to one hour', () => {
    const waits = [1, 2, 3, 4, 9, 10, 20].map((failures) => (computeNextAttempt(failures, 0, 0) ?? 0) - 0)
    expect(waits).toEqual([10, 20, 40, 80, 2560, 3600, 3600])
  })
  it('returns null after 24 hours', () => {
    expect(computeNextAttempt(1, 0, 86_390)).toBe(86_400)
    expect(computeNextAttempt(1, 0, 86_391)).toBeNull()
  })
  it('allows 32 attempts in total', () => {
    let attempts = 0
    for (let now: number | null = 0; now !== null; now = computeNextAttempt(attempts, 0, now)) attempts += 1
    expect(attempts).toBe(32)
  })
})
