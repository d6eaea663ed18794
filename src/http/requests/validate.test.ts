import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kit/messages/refusal.ts'
import { identifier, Type, verbatim } from '../../kit/values/schema.ts'
import { validateInput, validateMembers } from './validate.ts'

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
  it('converts numbers and adds defaults', () => {
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
  ])('rejects %j with the name of the member', (input, message) => {
    expect(refusalOf(() => validateMembers(page, input))).toBe(message)
  })
  it('removes unknown members', () => {
    expect(validateMembers(page, { foo: 'bar', __proto__: { limit: 3 } })).toEqual({ limit: 10, offset: 0 })
  })
})

describe('an id', () => {
  const body = Type.Object({
    id: Type.Integer({ format: identifier, minimum: 1 }),
    count: Type.Optional(Type.Integer()),
  })
  it.each([2 ** 53, 1e300, Infinity, '9007199254740993', '9'.repeat(400)])('of %s is the largest exact one', (id) => {
    expect(validateMembers(body, { id })).toEqual({ id: Number.MAX_SAFE_INTEGER })
  })
  it.each([
    [{ id: 1.5 }, 'Invalid value specified for `id`. Expecting integer value'],
    [{ id: NaN }, 'Invalid value specified for `id`. Expecting integer value'],
    [{ id: '1e300' }, 'Invalid value specified for `id`. Expecting integer value'],
    [{ id: -(2 ** 64) }, 'Invalid value specified for `id`. Minimum required value is 1.'],
    // Other integers may be stored, so they must be exact.
    [{ id: 1, count: 2 ** 53 }, 'Invalid value specified for `count`. Expecting integer value'],
  ])('%j is rejected', (input, message) => {
    expect(refusalOf(() => validateMembers(body, input))).toBe(message)
  })
})

describe('an object of any members', () => {
  const open = Type.Object({ by_name: Type.Record(Type.String(), Type.Unknown()) })
  it('keeps all members', () => {
    const input = { by_name: { constructor: 1, other: null } }
    expect(validateMembers(open, input)).toEqual(input)
  })
  it('may be an empty list, but no other list', () => {
    const map = Type.Record(Type.String(), Type.Unknown())
    const lenient = Type.Object({ by_name: Type.Union([map, Type.Array(Type.Unknown(), { maxItems: 0 })]) })
    expect(validateMembers(lenient, { by_name: [] })).toEqual({ by_name: [] })
    for (const input of [['x'], [{}], [null]])
      expect(refusalOf(() => validateMembers(lenient, { by_name: input }))).toBe(
        'Invalid value specified for `by_name`. Expecting an item of type `object`',
      )
    expect(refusalOf(() => validateMembers(lenient, { by_name: 'x' }))).toBe('Invalid value specified for `by_name`')
  })
  it('rejects names that would be lost', () => {
    const input = JSON.parse('{"by_name":{"__proto__":1}}')
    expect(refusalOf(() => validateMembers(open, input))).toBe(
      'Invalid value specified for `by_name[__proto__]`. This name is not allowed.',
    )
  })
})

describe('a body', () => {
  it.each([
    [{}, '`tracker` is required.'],
    // A body without its object is treated as that object.
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
  ])('rejects %j with the full name of the member', (input, message) => {
    expect(refusalOf(() => validateMembers(entry, input))).toBe(message)
  })
  it('converts numbers and booleans, but no untyped values', () => {
    const input = { tracker: { id: '7' }, values: [{ field_id: '3', value: '007' }], is_public: '0' }
    expect(validateMembers(entry, input)).toEqual({
      tracker: { id: 7 },
      values: [{ field_id: 3, value: '007' }],
      is_public: false,
    })
  })
  it('trims texts, except passwords and texts whose whitespace matters', () => {
    const input = { tracker: { id: 1 }, label: ' abc ', password: ' x ', text: '\n x ' }
    expect(validateMembers(entry, input)).toMatchObject({ label: 'abc', password: ' x ', text: '\n x ' })
  })
  it('prefers the variant of a union that keeps the type', () => {
    const either = Type.Union([Type.Number(), Type.String(), Type.Null()])
    expect([validateInput(either, '5', 'x'), validateInput(either, 5, 'x'), validateInput(either, null, 'x')]).toEqual([
      '5',
      5,
      null,
    ])
  })
})

describe('any value', () => {
  it('is accepted or rejected without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => refusalOf(() => validateMembers(entry, value))).not.toThrow()
        expect(() => refusalOf(() => validateInput(entry, value, 'body'))).not.toThrow()
      }),
    )
  })
})
