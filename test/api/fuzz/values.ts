import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '../../../src/http/requests/json-schema.ts'

/** Existing ids and words; random values are used in addition. */
export interface KnownIds {
  readonly numbers: readonly number[]
  readonly words: readonly string[]
  /** Ids by the path segment before them, such as `artifacts`. */
  readonly ids: ReadonlyMap<string, readonly number[]>
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Texts that often break servers. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '007',
  '1.5',
  '1e3',
  '9007199254740993',
  '9'.repeat(40),
  'NaN',
  'null',
  'true',
  '١٢٣',
  '１０１',
  'é\u0301 𝕏 🌷',
  '\u202e\u200b\ufeff',
  '\ud800',
  'a\ud800b',
  'a\u0000b',
  '\u0001\u001b\u007f',
  '/(a|aa)*[^b-d]{2,9}\\b$/',
  '!/((((/',
  "'; --",
  '" OR ""="',
  '\\',
  '%',
  '_%',
  '<b onmouseover=x>&amp;</b>',
  '../../../../etc/hostname',
  '__proto__',
  'constructor',
  'toString',
  'ab '.repeat(2500),
  'x'.repeat(70_000),
]

const extremes: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  2 ** 53,
  {},
  [],
  [null],
  [[]],
  nested(300),
  JSON.parse('{"__proto__":{"isSiteAdministrator":true},"constructor":{"prototype":{"x":1}}}'),
]

export const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...extremes),
  fc.constantFrom(...oddTexts),
  fc.jsonValue({ maxDepth: 3 }),
)

const text = (knownIds: KnownIds): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...knownIds.words) },
    { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  )

const number = (knownIds: KnownIds): Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...knownIds.numbers) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 1000, 2 ** 31, 2 ** 53) },
  )

/**
 * Returns mostly values that match the schema, so that requests pass the validation, and sometimes others at any
 * position.
 */
export function generateNearlyValid(schema: JsonSchema, knownIds: KnownIds): Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: validValue(schema, knownIds) }, { weight: 1, arbitrary: oddValue })
}

function validValue(schema: JsonSchema, knownIds: KnownIds): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((choice) => generateNearlyValid(choice, knownIds)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return number(knownIds)
    case 'string':
      return text(knownIds)
    case 'array':
      return fc.array(generateNearlyValid(schema.items ?? {}, knownIds), { maxLength: 3 })
    case 'object':
      return object(schema, knownIds)
    default:
      return oddValue
  }
}

function object(schema: JsonSchema, knownIds: KnownIds): Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [name, generateNearlyValid(member, knownIds)]),
  )
  const record = fc.oneof(
    { weight: 6, arbitrary: fc.record(members) },
    { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
  )
  if (schema.additionalProperties === undefined || schema.additionalProperties === false) return record
  const extraMembers = fc.dictionary(fc.constantFrom(...knownIds.words), oddValue, { maxKeys: 3 })
  return fc.tuple(record, extraMembers).map(([some, others]) => ({ ...others, ...some }))
}
