import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serializeXmlInChunks, serializeXmlList, toXml } from '../requests/xml-body.ts'
import { isLight, joinChunks, stringifyInChunks } from './text-chunks.ts'

const long = 'x'.repeat(40_000)

/** Values with texts so long that each container is split into chunks. */
const heavyValue = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => lengthened(value))
  .map((value) => ({ text: value, list: [value, 'a', undefined, long], empty: [], none: {}, missing: undefined, long }))

function lengthened(value: unknown): unknown {
  if (typeof value === 'string') return value + long
  if (Array.isArray(value)) return value.map(lengthened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, lengthened(member)]))
}

const joined = async (pieces: Iterator<string, unknown>): Promise<string> => {
  const output = await joinChunks(pieces)
  return typeof output === 'string' ? output : textOf(output)
}

describe('a response in chunks', () => {
  it('has the same JSON as in one string', async () => {
    await fc.assert(
      fc.asyncProperty(heavyValue, async (value) => {
        expect(await joined(stringifyInChunks(value))).toBe(JSON.stringify(value))
      }),
      { numRuns: 40 },
    )
  })

  it('has the same XML as in one string', async () => {
    await fc.assert(
      fc.asyncProperty(heavyValue, async (value) => {
        expect(await joined(serializeXmlInChunks(value))).toBe(toXml(value))
      }),
      { numRuns: 40 },
    )
  })

  it.each([undefined, 'collection'])('has the same XML if its items are JSON strings (member %s)', async (member) => {
    const items = [
      { id: 1, text: long },
      { id: 2, values: [{ a: long }, { b: null }] },
    ]
    const texts = items.map((item) => JSON.stringify(item))
    expect(await joined(serializeXmlList(texts, member))).toBe(
      toXml(member === undefined ? items : { [member]: items }),
    )
    expect(await joined(serializeXmlList([], member))).toBe(toXml(member === undefined ? [] : { [member]: [] }))
  })

  it('has no chunk that is much longer than its longest text', () => {
    const value = {
      collection: Array.from({ length: 500 }, (_, id) => ({ id, values: [{ value: long }, { value: [id] }] })),
    }
    const lengths = (pieces: Iterable<string>): number[] => [...pieces].map((piece) => piece.length)
    expect(Math.max(...lengths(stringifyInChunks(value)))).toBeLessThan(long.length + 40_000)
    expect(Math.max(...lengths(serializeXmlInChunks(value)))).toBeLessThan(long.length + 40_000)
  })

  it('is joined if it is short, and streamed if it is long', async () => {
    expect(await joinChunks(stringifyInChunks({ a: 1 }))).toBe('{"a":1}')
    expect(await joinChunks(stringifyInChunks([long, long]))).not.toBeTypeOf('string')
  })

  it('is light if its members and texts are few and short', () => {
    expect(isLight({ a: [1, 'b', null] })).toBe(true)
    expect(isLight(long)).toBe(false)
    expect(isLight({ [long]: 1 })).toBe(false)
    expect(isLight(Array.from({ length: 5000 }, () => 1))).toBe(false)
    expect(isLight({ a: { b: [[long]] } })).toBe(false)
  })
})
