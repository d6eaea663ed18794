import { describe, expect, it } from 'vitest'
import { VerifiedPasswordCache } from './verified-password-cache.ts'

const proof = { hash: '$argon2id$…', login: 'alice', password: 'welcome0', address: '192.0.2.1' }

describe('password verification results', () => {
  it('are cached if the password is correct', async () => {
    const verdicts = new VerifiedPasswordCache()
    expect(await verdicts.decide(proof, async () => true)).toBe(true)
    expect(verdicts.isKnown(proof)).toBe(true)
    expect(verdicts.isKnown({ ...proof, password: 'welcome1' })).toBe(false)
    expect(verdicts.isKnown({ ...proof, hash: 'of a changed password' })).toBe(false)
    expect(verdicts.isKnown({ ...proof, address: '192.0.2.2' })).toBe(false)
  })

  it('are not cached if it is wrong or missing', async () => {
    const verdicts = new VerifiedPasswordCache()
    expect(await verdicts.decide(proof, async () => false)).toBe(false)
    await expect(verdicts.decide(proof, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    expect(verdicts.isKnown(proof)).toBe(false)
    expect(await verdicts.decide(proof, async () => true)).toBe(true)
  })

  it('are computed once for concurrent requests', async () => {
    const verdicts = new VerifiedPasswordCache()
    let sought = 0
    const verify = async () => {
      sought += 1
      return true
    }
    expect(await Promise.all([1, 2, 3].map(() => verdicts.decide(proof, verify)))).toEqual([true, true, true])
    expect(sought).toBe(1)
  })
})
