import { describe, expect, it } from 'vitest'
import { SignInThrottle } from './sign-in-throttle.ts'

const alice = { login: 'alice', address: '192.0.2.1' }
const retryAfter = (throttle: SignInThrottle, client: typeof alice, now: number, limit = 3) =>
  throttle.reserve(client, now, limit).retryAfter

describe('the limit on failed sign-ins', () => {
  it('blocks an account from one address until its oldest attempt is a minute old', () => {
    const throttle = new SignInThrottle()
    expect([0, 10, 20].map((at) => retryAfter(throttle, alice, at))).toEqual([undefined, undefined, undefined])
    expect(retryAfter(throttle, alice, 25)).toBe(35)
    expect(retryAfter(throttle, alice, 59)).toBe(1)
    expect(retryAfter(throttle, alice, 60)).toBeUndefined()
    expect(retryAfter(throttle, alice, 61)).toBe(9)
  })

  it('counts a login case-insensitively, and other addresses separately', () => {
    const throttle = new SignInThrottle()
    for (const login of ['alice', 'ALICE', 'Alice']) throttle.reserve({ ...alice, login }, 0, 3)
    expect(retryAfter(throttle, alice, 0)).toBe(60)
    expect(retryAfter(throttle, { ...alice, address: '192.0.2.2' }, 0)).toBeUndefined()
  })

  it('blocks an address that tries many accounts', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 15; i += 1) expect(retryAfter(throttle, { ...alice, login: `user${i}` }, 0)).toBeUndefined()
    expect(retryAfter(throttle, { ...alice, login: 'another' }, 0)).toBe(60)
  })

  it('does not count successful attempts', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 50; i += 1) throttle.reserve(alice, 0, 3).forgive()
    expect(retryAfter(throttle, alice, 0)).toBeUndefined()
  })

  it('does not count rejected attempts', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 10; i += 1) throttle.reserve(alice, 0, 3)
    expect(retryAfter(throttle, alice, 60)).toBeUndefined()
  })
})
