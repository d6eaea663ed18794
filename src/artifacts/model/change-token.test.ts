import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSecretCipher } from '../../kit/system/encrypt.ts'
import { createChangeTokens } from './change-token.ts'

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const tokens = createChangeTokens(createSecretCipher([one]), 'a')
const position = fc.record({ transaction: fc.maxSafeNat(), id: fc.maxSafeNat() })

it('decodes each position that it encoded, in tokens of one length', () => {
  fc.assert(
    fc.property(position, (sealed) => {
      const token = tokens.encode(sealed)
      expect(token).toMatch(/^s1\.[\da-f]{16}\.[\w-]{70}$/)
      expect(tokens.decode(token)).toEqual(sealed)
    }),
  )
})

it('recognizes tokens of another epoch, and those of before there were epochs', () => {
  const secret = createSecretCipher([one])
  fc.assert(
    fc.property(position, fc.string(), (sealed, epoch) => {
      fc.pre(epoch !== 'a')
      expect(createChangeTokens(secret, epoch).decode(tokens.encode(sealed))).toBe('lost')
    }),
  )
  const purpose = 'position in the log of changes'
  expect(tokens.decode(secret.derived(purpose).encrypt(purpose, Buffer.alloc(16)))).toBe('lost')
})

it('decodes tokens of the embedded database from which the database was moved', () => {
  const secret = createSecretCipher([one])
  const moved = createChangeTokens(secret, 'b', 'a')
  expect(moved.decode(tokens.encode({ transaction: 0, id: 8 }))).toEqual({ transaction: 0, id: 8 })
  expect(moved.decode(tokens.encode({ transaction: 7, id: 8 }))).toBe('lost')
  expect(createChangeTokens(secret, 'c', 'b').decode(tokens.encode({ transaction: 0, id: 8 }))).toBe('lost')
})

it('encodes equal positions as different tokens', () => {
  fc.assert(
    fc.property(position, (sealed) => {
      expect(tokens.encode(sealed)).not.toBe(tokens.encode({ ...sealed }))
    }),
  )
})

it('rejects other texts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(tokens.decode(text)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(position, fc.nat(51), fc.integer({ min: 1, max: 255 }), (sealed, place, difference) => {
      const [form, key, text = ''] = tokens.encode(sealed).split('.')
      const bytes = Buffer.from(text, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(place) ^ difference, place)
      expect(tokens.decode(`${form}.${key}.${bytes.toString('base64url')}`)).toBeUndefined()
    }),
  )
})

it('decodes tokens of an older key and rejects tokens of an unknown key', () => {
  const sealed = { transaction: 7, id: 8 }
  const newer = createChangeTokens(createSecretCipher([other, one]), 'a')
  expect(newer.decode(tokens.encode(sealed))).toEqual(sealed)
  expect(tokens.decode(newer.encode(sealed))).toBeUndefined()
})
