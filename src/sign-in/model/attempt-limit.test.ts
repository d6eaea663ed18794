import { describe, expect, it } from 'vitest'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { buildAttemptLimits, computeAttemptEnd, computeAttemptWait, filterRecentAttempts } from './attempt-limit.ts'

const times = (...seconds: number[]) => seconds as EpochSeconds[]
const time = (seconds: number) => seconds as EpochSeconds

describe('the limit on failed sign-ins', () => {
  it('waits until the oldest of the attempts is a minute old', () => {
    expect(computeAttemptWait(times(0, 10), time(20), 3)).toBe(0)
    expect(computeAttemptWait(times(0, 10, 20), time(25), 3)).toBe(35)
    expect(computeAttemptWait(times(0, 10, 20), time(59), 3)).toBe(1)
    expect(computeAttemptWait(times(10, 20, 60), time(61), 3)).toBe(9)
  })

  it('counts attempts of the last minute', () => {
    expect(filterRecentAttempts(times(0, 1, 60), time(60))).toEqual([1, 60])
    expect(computeAttemptEnd(time(1))).toBe(61)
  })

  it('counts by IP address and login in any case, and five times as many by IP address', () => {
    const limits = buildAttemptLimits({ login: 'Alice', address: '192.0.2.1' }, 3)
    expect(limits).toEqual([
      { key: '192.0.2.1', limit: 15 },
      { key: '192.0.2.1 alice', limit: 3 },
    ])
  })
})
