import { expect, it } from 'vitest'
import { retryAfterOf } from './totp.ts'

it.each([
  [0, 0],
  [4, 0],
  [5, 30],
  [6, 60],
  [8, 240],
  [12, 3600],
  [2000, 3600],
])('after %i wrong codes, the next attempt waits %i seconds', (failures, wait) => {
  expect(retryAfterOf({ failures, failedOn: 1000 }, 1000)).toBe(wait)
  expect(retryAfterOf({ failures, failedOn: 1000 }, 1000 + wait)).toBe(0)
})

it('there is no waiting time without failures', () => expect(retryAfterOf({ failures: 0, failedOn: null }, 0)).toBe(0))
