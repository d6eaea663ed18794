import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhc, parsePhc } from './phc.ts'

const bytes = (minLength: number) => fc.uint8Array({ minLength, maxLength: 64 }).map((array) => Buffer.from(array))

const hashes = fc.record({
  algorithm: fc.constantFrom('argon2id' as const, 'argon2i' as const, 'argon2d' as const),
  memory: fc.integer({ min: 8 * 8, max: 9_999_999 }),
  passes: fc.integer({ min: 1, max: 9999 }),
  parallelism: fc.integer({ min: 1, max: 8 }),
  salt: bytes(8),
  tag: bytes(4),
})

describe('a password hash in PHC format', () => {
  it('is parsed back from its text', () => {
    fc.assert(
      fc.property(hashes, (hash) => {
        expect(parsePhc(formatPhc(hash))).toEqual(hash)
      }),
    )
  })

  it('is compatible with other software', () => {
    const hash = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 } as const
    const text = formatPhc({ ...hash, salt: Buffer.from('saltsalt'), tag: Buffer.from('tagtag') })
    expect(text).toBe('$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$dGFndGFn')
  })

  it.each([
    '',
    'welcome0',
    '$2y$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=16$m=19456,t=2,p=1$c2FsdHNhbHQ$dGFndGFn',
    '$argon2id$v=19$m=19456,t=0,p=1$c2FsdHNhbHQ$dGFndGFn',
    '$argon2id$v=19$m=4,t=2,p=1$c2FsdHNhbHQ$dGFndGFn',
    '$argon2id$v=19$m=19456,t=2,p=1$c2E$dGFndGFn',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$dGFndGFn$',
  ])('%s is invalid', (text) => expect(parsePhc(text)).toBeUndefined())

  it('is parsed or rejected without exceptions', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parsePhc(text)).not.toThrow()
      }),
    )
  })
})
