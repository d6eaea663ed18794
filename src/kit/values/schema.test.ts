import { Type as TypeBox } from 'typebox'
import { expect, it } from 'vitest'
import { Type } from './schema.ts'

const everything = (type: typeof Type) =>
  type.Object(
    {
      text: type.String({ minLength: 1, pattern: '^a' }),
      count: type.Optional(type.Integer({ minimum: 0, default: 3 })),
      id: type.Unsafe<5>(type.Integer()),
      maybe: type.Optional(type.Unsafe<5>(type.Integer({ minimum: 1 }))),
      ratio: type.Number(),
      flag: type.Boolean({ default: false }),
      choice: type.Union([type.Literal(''), type.Literal('all'), type.Literal(4), type.Literal(true)], { default: '' }),
      state: type.Enum(['open', 'closed'], { default: 'open' }),
      nothing: type.Null(),
      anything: type.Unknown(),
      described: type.Unknown({ description: 'whatever' }),
      list: type.Array(type.Array(type.Boolean(), { maxItems: 0 })),
      map: type.Record(type.String(), type.Union([type.Null(), type.Number()])),
      empty: type.Object({}),
      loose: type.Object({ a: type.Optional(type.String()) }),
      free: type.Unsafe<string>({ type: 'string' }),
    },
    { additionalProperties: false, description: 'everything' },
  )

it('schemas equal those of TypeBox', () => {
  expect(JSON.stringify(everything(Type))).toBe(JSON.stringify(everything(TypeBox)))
})

it('optional marks a copy of a schema, not the schema itself', () => {
  const text = Type.String()
  const members = Type.Object({ a: text, b: Type.Optional(text) })
  expect(members.required).toEqual(['a'])
  expect('~optional' in members.properties.b).toBe(true)
  expect('~optional' in text).toBe(false)
})
