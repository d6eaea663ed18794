import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSafeReturnPath } from './return-path.ts'

describe('the return path', () => {
  it.each([
    '/',
    '/projects/garden',
    '/artifacts/7?tab=links#c3',
    '/a//b',
    '/%2F%2Fevil.example',
    '/oauth2/authorize?a=b%20c',
  ])('%s is allowed', (path) => expect(toSafeReturnPath(path)).toBe(path))

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
    ' /projects',
    '/a b',
    '/\r\nSet-Cookie: a=b',
    '/é',
    `/${'a'.repeat(2001)}`,
    '',
    null,
    undefined,
  ])('%j is replaced by /', (text) => expect(toSafeReturnPath(text)).toBe('/'))

  it('never leads to another origin', () => {
    const sign = fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', '%', '#', '?', 'e', 'x', ' ')
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const page = toSafeReturnPath(signs.join(''))
        expect(new URL(page, 'https://ours.example').origin).toBe('https://ours.example')
      }),
    )
  })
})
