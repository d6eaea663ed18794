import { describe, expect, it } from 'vitest'
import { buildOtpauthUri, createTotpSecret, findStepOfCode } from './totp-code.ts'

/** The key of RFC 6238, appendix B, in base 32. */
const theirs = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a TOTP code', () => {
  // RFC 6238, appendix B: the last six of the eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at %i is %s', (now, code) => {
    const step = Math.floor(now / 30)
    expect(findStepOfCode(theirs, code, now)).toBe(step)
    expect(findStepOfCode(theirs, ` ${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(step)
    expect(findStepOfCode(theirs, code, now + 30)).toBe(step)
    expect(findStepOfCode(theirs, code, now - 30)).toBe(step)
    expect(findStepOfCode(theirs, code, now + 60)).toBeUndefined()
    expect(findStepOfCode(theirs, code, now - 60)).toBeUndefined()
  })

  it.each(['', '28708', '2870821', '28708a', '２８７０８２'])('is not "%s"', (code) =>
    expect(findStepOfCode(theirs, code, 59)).toBeUndefined(),
  )
})

it('an app secret is random, and its URL contains all parameters', () => {
  const secret = createTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret()).not.toBe(secret)
  const uri = new URL(buildOtpauthUri(secret, { issuer: 'Our: Tracker', login: 'alice' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('alice')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Our: Tracker', period: '30' })
})
