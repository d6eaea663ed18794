import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSecretCipher } from '../../kit/encrypt.ts'
import { createChangeTokens } from './change-token.ts'

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const tokens = createChangeTokens(createSecretCipher([one]))
const position = fc.record({ transaction: fc.maxSafeNat(), id: fc.maxSafeNat() })

it('decodes each position that it encoded, in tokens of one length', () => {
  fc.assert(
    fc.property(position, (sealed) => {
      const token = tokens.encode(sealed)
      expect(token).toMatch(/^s1\.[\da-f]{16}\.[\w-]{59}$/)
      expect(tokens.decode(token)).toEqual(sealed)
    }),
  )
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
    fc.property(position, fc.nat(43), fc.integer({ min: 1, max: 255 }), (sealed, place, difference) => {
      const [form, key, text = ''] = tokens.encode(sealed).split('.')
      const bytes = Buffer.from(text, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(place) ^ difference, place)
      expect(tokens.decode(`${form}.${key}.${bytes.toString('base64url')}`)).toBeUndefined()
    }),
  )
})

it('decodes tokens of an older key and rejects tokens of an unknown key', () => {
  const sealed = { transaction: 7, id: 8 }
  const newer = createChangeTokens(createSecretCipher([other, one]))
  expect(newer.decode(tokens.encode(sealed))).toEqual(sealed)
  expect(tokens.decode(newer.encode(sealed))).toBeUndefined()
})
