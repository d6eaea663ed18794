import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sealingOf } from './sealed.ts'

it('any text is read back under the same key and context, and differs each time it is sealed', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string({ unit: 'grapheme' }), (key, context, text) => {
      const sealed = sealingOf(key, context).seal(text)
      expect(sealingOf(key, context).open(sealed)).toBe(text)
      expect(sealingOf(key, context).seal(text)).not.toBe(sealed)
    }),
  )
})

it.each([
  ['another key', 'other', 'u1 POST /x'],
  ['the key of another caller', 'key', 'u2 POST /x'],
])('%s opens nothing', (_, key, context) => {
  const sealed = sealingOf('key', 'u1 POST /x').seal('secret')
  expect(() => sealingOf(key, context).open(sealed)).toThrow()
})

it('a sealed text that was changed is not opened', () => {
  const sealing = sealingOf('key', '')
  const bytes = Buffer.from(sealing.seal('secret'), 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => sealing.open(bytes.toString('base64'))).toThrow()
})

it('a fingerprint is that of one text under one key', () => {
  const print = sealingOf('key', '').fingerprint('a')
  expect(sealingOf('key', '').fingerprint('a')).toBe(print)
  expect(sealingOf('key', '').fingerprint('b')).not.toBe(print)
  expect(sealingOf('kez', '').fingerprint('a')).not.toBe(print)
})
