import { describe, expect, it } from 'vitest'
import { PasswordVerdicts } from './password-verdicts.ts'

const proof = { hash: '$argon2id$…', login: 'alice', password: 'welcome0' }

describe('verdicts on passwords', () => {
  it('are remembered when right', async () => {
    const verdicts = new PasswordVerdicts()
    expect(await verdicts.decide(proof, async () => true)).toBe(true)
    expect(verdicts.isKnown(proof)).toBe(true)
    expect(verdicts.isKnown({ ...proof, password: 'welcome1' })).toBe(false)
    expect(verdicts.isKnown({ ...proof, hash: 'of a changed password' })).toBe(false)
  })

  it('are forgotten when wrong, or when there was none', async () => {
    const verdicts = new PasswordVerdicts()
    expect(await verdicts.decide(proof, async () => false)).toBe(false)
    await expect(verdicts.decide(proof, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    expect(verdicts.isKnown(proof)).toBe(false)
    expect(await verdicts.decide(proof, async () => true)).toBe(true)
  })

  it('are sought once for all who ask the same at the same time', async () => {
    const verdicts = new PasswordVerdicts()
    let sought = 0
    const verify = async () => {
      sought += 1
      return true
    }
    expect(await Promise.all([1, 2, 3].map(() => verdicts.decide(proof, verify)))).toEqual([true, true, true])
    expect(sought).toBe(1)
  })
})
