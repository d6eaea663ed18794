import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { Type, verbatim } from '../schema.ts'
import { validate, validateMembers } from './validate.ts'

const page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  offset: Type.Integer({ minimum: 0, default: 0 }),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
})
const entry = Type.Object({
  tracker: Type.Object({ id: Type.Integer() }),
  values: Type.Optional(Type.Array(Type.Object({ field_id: Type.Integer(), value: Type.Optional(Type.Unknown()) }))),
  is_public: Type.Optional(Type.Boolean()),
  password: Type.Optional(Type.String()),
  label: Type.Optional(Type.String({ minLength: 3, maxLength: 5 })),
  text: Type.Optional(Type.String({ format: verbatim })),
})

function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (problem) {
    if (problem instanceof Refusal) return problem.message
    throw problem
  }
  return 'accepted'
}

describe('a query string', () => {
  it('takes numbers as text and fills in defaults', () => {
    expect(validateMembers(page, { limit: '25' })).toEqual({ limit: 25, offset: 0 })
  })
  it.each([
    [{ limit: '51' }, 'Invalid value specified for `limit`. Maximum allowed value is 50.'],
    [{ limit: '0' }, 'Invalid value specified for `limit`. Minimum required value is 1.'],
    [{ limit: '1.5' }, 'Invalid value specified for `limit`. Expecting integer value'],
    [{ limit: 'abc' }, 'Invalid value specified for `limit`. Expecting integer value'],
    [{ limit: '99999999999999999999' }, 'Invalid value specified for `limit`. Expecting integer value'],
    [{ limit: ['1'] }, 'Invalid value specified for `limit`. Expecting integer value'],
    [{ offset: '-1' }, 'Invalid value specified for `offset`. Minimum required value is 0.'],
    [{ order: 'ASC' }, 'Invalid value specified for `order`. Expected one of (asc,desc).'],
  ])('%j is refused by its name', (sent, message) => {
    expect(refusalOf(() => validateMembers(page, sent))).toBe(message)
  })
  it('drops members nobody asked for', () => {
    expect(validateMembers(page, { foo: 'bar', __proto__: { limit: 3 } })).toEqual({ limit: 10, offset: 0 })
  })
})

describe('an object of any members', () => {
  const open = Type.Object({ by_name: Type.Record(Type.String(), Type.Unknown()) })
  it('keeps them', () => {
    const sent = { by_name: { constructor: 1, other: null } }
    expect(validateMembers(open, sent)).toEqual(sent)
  })
  it('takes none that would be lost', () => {
    const sent = JSON.parse('{"by_name":{"__proto__":1}}')
    expect(refusalOf(() => validateMembers(open, sent))).toBe(
      'Invalid value specified for `by_name[__proto__]`. This name is not allowed.',
    )
  })
})

describe('a body', () => {
  it.each([
    [{}, '`tracker` is required.'],
    // A body without its object is taken for that object.
    [{ tracker: null }, '`tracker[id]` is required.'],
    [{ values: [] }, '`tracker[id]` is required.'],
    [{ tracker: {} }, '`tracker[id]` is required.'],
    [{ tracker: { id: '' } }, '`tracker[id]` is required.'],
    [{ tracker: [] }, 'Invalid value specified for `tracker`. Expecting an item of type `object`'],
    [{ tracker: { id: 1 }, values: 'a' }, 'Invalid value specified for `values`'],
    [
      { tracker: { id: 1 }, values: [{ field_id: 'x' }] },
      'Invalid value specified for `values[0][field_id]`. Expecting integer value',
    ],
    [{ tracker: { id: 1 }, is_public: 'perhaps' }, 'Invalid value specified for `is_public`. Expecting boolean value'],
    [{ tracker: { id: 1 }, label: 'ab' }, 'Invalid value specified for `label`. Minimum 3 characters required.'],
    [{ tracker: { id: 1 }, label: 'abcdef' }, 'Invalid value specified for `label`. Maximum 5 characters allowed.'],
  ])('%j is refused by the full name of the member', (sent, message) => {
    expect(refusalOf(() => validateMembers(entry, sent))).toBe(message)
  })
  it('reads numbers and booleans sent as text, and leaves free values alone', () => {
    const sent = { tracker: { id: '7' }, values: [{ field_id: '3', value: '007' }], is_public: '0' }
    expect(validateMembers(entry, sent)).toEqual({
      tracker: { id: 7 },
      values: [{ field_id: 3, value: '007' }],
      is_public: false,
    })
  })
  it('trims texts but never a password, and none that counts as it is sent', () => {
    const sent = { tracker: { id: 1 }, label: ' abc ', password: ' x ', text: '\n x ' }
    expect(validateMembers(entry, sent)).toMatchObject({ label: 'abc', password: ' x ', text: '\n x ' })
  })
  it('prefers the reading that keeps the type', () => {
    const either = Type.Union([Type.Number(), Type.String(), Type.Null()])
    expect([validate(either, '5', 'x'), validate(either, 5, 'x'), validate(either, null, 'x')]).toEqual(['5', 5, null])
  })
})

describe('any value at all', () => {
  it('is accepted or refused, and never breaks the reader', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => refusalOf(() => validateMembers(entry, value))).not.toThrow()
        expect(() => refusalOf(() => validate(entry, value, 'body'))).not.toThrow()
      }),
    )
  })
})
