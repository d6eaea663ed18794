import { describe, expect, it } from 'vitest'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { buildAttemptLimits, computeAttemptEnd, computeAttemptWait, filterRecentAttempts } from './attempt-limit.ts'

const times = (...seconds: number[]) => seconds as EpochSeconds[]
const time = (seconds: number) => seconds as EpochSeconds

describe('the limit on failed sign-ins', () => {
  const perMinute = { limit: 3, windowSeconds: 60 }

  it('waits until the oldest of the attempts has left the window', () => {
    expect(computeAttemptWait(times(0, 10), time(20), perMinute)).toBe(0)
    expect(computeAttemptWait(times(0, 10, 20), time(25), perMinute)).toBe(35)
    expect(computeAttemptWait(times(0, 10, 20), time(59), perMinute)).toBe(1)
    expect(computeAttemptWait(times(10, 20, 60), time(61), perMinute)).toBe(9)
    expect(computeAttemptWait(times(0, 10, 20), time(25), { limit: 3, windowSeconds: 3600 })).toBe(3575)
  })

  it('counts attempts of the window, and keeps them for the longest one', () => {
    expect(filterRecentAttempts(times(0, 1, 60), time(60), perMinute)).toEqual([1, 60])
    expect(filterRecentAttempts(times(0, 1, 60), time(60), { windowSeconds: 3600 })).toEqual([0, 1, 60])
    expect(computeAttemptEnd(time(1))).toBe(3601)
  })

  it('counts by IP address, by IP address and login in any case, and by login', () => {
    const limits = buildAttemptLimits({ login: 'Alice', address: '192.0.2.1' }, 10)
    expect(limits).toEqual([
      { key: '192.0.2.1', limit: 50, windowSeconds: 60 },
      { key: '192.0.2.1 alice', limit: 10, windowSeconds: 60 },
      { key: '192.0.2.1 alice hour', limit: 30, windowSeconds: 3600 },
      { key: 'account alice hour', limit: 100, windowSeconds: 3600 },
    ])
  })

  it('counts attempts without a login by IP address only', () => {
    const limits = buildAttemptLimits({ login: '', address: '192.0.2.1' }, 3)
    expect(limits.map(({ key }) => key)).toEqual(['192.0.2.1', '192.0.2.1 '])
  })

  it.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('counts %s as %s', (address, network) => {
    expect(buildAttemptLimits({ login: '', address }, 3)[0]?.key).toBe(network)
  })
})
