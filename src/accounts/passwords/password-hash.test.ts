import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPhc } from '../model/phc.ts'
import { decoyHash, hashPassword, verifyPassword } from './password-hash.ts'

describe('a password hash', () => {
  it('matches only its password, and differs each time', async () => {
    const [hash, again] = [await hashPassword('welcome0'), await hashPassword('welcome0')]
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(again).not.toBe(hash)
    expect(await verifyPassword(hash, 'welcome0')).toBe(true)
    expect(await verifyPassword(hash, 'welcome1')).toBe(false)
    expect(await verifyPassword(hash, '')).toBe(false)
  })

  it('is verified with the parameters it was created with', async () => {
    const strength = { memory: 64, passes: 3, parallelism: 2 }
    const salt = Buffer.from('a salt of its own')
    const message = Buffer.from('welcome0')
    const tag = argon2Sync('argon2i', { message, nonce: salt, ...strength, tagLength: 24 })
    const hash = formatPhc({ algorithm: 'argon2i', ...strength, salt, tag })
    expect(await verifyPassword(hash, 'welcome0')).toBe(true)
    expect(await verifyPassword(hash, 'welcome1')).toBe(false)
  })

  it('that is invalid matches no password', async () => {
    expect(await verifyPassword('welcome0', 'welcome0')).toBe(false)
  })

  it('is independent of the Unicode composition of the password', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9-au-lait'), 'cafe\u0301-au-lait')).toBe(true)
  })

  it('for unknown users matches no password', async () =>
    expect(await verifyPassword(decoyHash, 'welcome0')).toBe(false))

  it('is computed concurrently with a result for each caller', async () => {
    const hash = await hashPassword('welcome0')
    const input = ['welcome0', 'a', 'welcome0', 'b', 'c', 'welcome0']
    const verdicts = await Promise.all(input.map((password) => verifyPassword(hash, password)))
    expect(verdicts).toEqual([true, false, true, false, false, true])
  })
})
