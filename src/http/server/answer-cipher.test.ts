import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnswerCipher } from './answer-cipher.ts'

it('any text is decrypted with the same key and context, and encrypted differently each time', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string({ unit: 'grapheme' }), (key, context, text) => {
      const sealed = createAnswerCipher(key, context).encrypt(text)
      expect(createAnswerCipher(key, context).decrypt(sealed)).toBe(text)
      expect(createAnswerCipher(key, context).encrypt(text)).not.toBe(sealed)
    }),
  )
})

it.each([
  ['another key', 'other', 'u1 POST /x'],
  ['the key of another caller', 'key', 'u2 POST /x'],
])('%s cannot decrypt a text', (_, key, context) => {
  const sealed = createAnswerCipher('key', 'u1 POST /x').encrypt('secret')
  expect(() => createAnswerCipher(key, context).decrypt(sealed)).toThrow()
})

it('a changed ciphertext is not decrypted', () => {
  const cipher = createAnswerCipher('key', '')
  const bytes = Buffer.from(cipher.encrypt('secret'), 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => cipher.decrypt(bytes.toString('base64'))).toThrow()
})

it('a fingerprint depends on text and key', () => {
  const print = createAnswerCipher('key', '').fingerprint('a')
  expect(createAnswerCipher('key', '').fingerprint('a')).toBe(print)
  expect(createAnswerCipher('key', '').fingerprint('b')).not.toBe(print)
  expect(createAnswerCipher('kez', '').fingerprint('a')).not.toBe(print)
})
