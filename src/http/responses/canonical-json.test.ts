import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCanonicalJson } from './canonical-json.ts'

it.each([
  [
    { a: 1, b: { c: [true, null], d: 'x' } },
    { b: { d: 'x', c: ['true', null] }, a: '1' },
  ],
  [{ a: undefined, b: 2 }, { b: 2 }],
  [25, '25'],
])('%j and %j are equal', (one, other) => {
  expect(toCanonicalJson(one)).toBe(toCanonicalJson(other))
})

it.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: '007' }, { a: 7 }],
  [{ a: null }, {}],
  [{ a: '' }, { a: null }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: ['1,2'] }, { a: ['1', '2'] }],
  [{ a: { b: 1 } }, { 'a.b': 1 }],
  [{ ['__proto__']: 1 }, {}],
])('%j and %j are different', (one, other) => {
  expect(toCanonicalJson(one)).not.toBe(toCanonicalJson(other))
})

it('keeps all texts of any payload', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      expect(toCanonicalJson(JSON.parse(toCanonicalJson(payload)))).toBe(toCanonicalJson(payload))
    }),
  )
})
