import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSplitSecret, parseSplitSecret } from './split-secret.ts'

const hex = 'ab'.repeat(32)
const verifiers = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array))

describe('the text of an access key', () => {
  it('is parsed back from its text', () => {
    fc.assert(
      fc.property(fc.nat(), verifiers, (id, verifier) => {
        expect(parseSplitSecret('tlp-k1-', formatSplitSecret('tlp-k1-', { id, verifier }))).toEqual({ id, verifier })
      }),
    )
  })

  it('is parsed in upper case', () => {
    expect(parseSplitSecret('tlp-k1-', `tlp-k1-37.${hex.toUpperCase()}`)).toEqual({
      id: 37,
      verifier: Buffer.from(hex, 'hex'),
    })
  })

  it.each(['9'.repeat(16), '9'.repeat(400)])('is parsed with more digits than any id has (%s)', (digits) => {
    expect(parseSplitSecret('tlp-k1-', `tlp-k1-${digits}.${hex}`)?.id).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each([
    ['nothing', ''],
    ['no prefix', `37.${hex}`],
    ['the older, dotted look', `tlp.k1.37.${hex}`],
    ['the prefix of a token', `tlp-oauth2-at1-37.${hex}`],
    ['no id', `tlp-k1-.${hex}`],
    ['an id that is no number', `tlp-k1-a.${hex}`],
    ['a secret too short', `tlp-k1-37.${hex.slice(2)}`],
    ['a secret too long', `tlp-k1-37.${hex}ab`],
    ['a secret that is not hexadecimal', `tlp-k1-37.${'xy'.repeat(32)}`],
    ['something behind', `tlp-k1-37.${hex}\n`],
  ])('is not parsed with %s', (_, text) => expect(parseSplitSecret('tlp-k1-', text)).toBeUndefined())
})
