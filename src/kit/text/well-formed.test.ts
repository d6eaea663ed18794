import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormedJson, parseWellFormedJson, stringifyWellFormed } from './well-formed.ts'

const textOfAnyUnits = fc
  .string({ unit: 'binary', maxLength: 8 })
  .chain((text) =>
    fc
      .array(fc.constantFrom('\ud83d', '\ude00', '\\', '\\u', 'd83d', '\\ud800', '"', 'a'), { maxLength: 8 })
      .map((pieces) => text + pieces.join('')),
  )

const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('JSON text', () => {
  it('is well formed if and only if each of its strings and keys is', () => {
    fc.assert(
      fc.property(textOfAnyUnits, textOfAnyUnits, (key, text) => {
        const value = { list: [{ [`k${key}`]: [text] }] }
        const json = escaped(JSON.stringify(value))
        expect(isWellFormedJson(json, JSON.parse(json))).toBe(key.isWellFormed() && text.isWellFormed())
        expect(parseWellFormedJson(json)).toEqual(key.isWellFormed() && text.isWellFormed() ? { value } : null)
      }),
    )
  })

  it.each(['', '{', 'undefined'])('%j is not JSON', (text) => {
    expect(parseWellFormedJson(text)).toBeNull()
  })

  it('is checked at any depth', () => {
    const json = `${'['.repeat(100_000)}"\\ud800"${']'.repeat(100_000)}`
    expect(isWellFormedJson(json, JSON.parse(json))).toBe(false)
  })

  it('is written with U+FFFD for each unpaired surrogate', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(textOfAnyUnits, textOfAnyUnits)), (entries) => {
        const value = Object.fromEntries(entries.map(([key, text]) => [`k${key}`, text]))
        const repaired = JSON.parse(JSON.stringify(value), (_key, each) =>
          typeof each === 'string' ? each.toWellFormed() : each,
        )
        const read = JSON.parse(stringifyWellFormed(value))
        expect(Object.values(read).every((each) => String(each).isWellFormed())).toBe(true)
        expect(Object.keys(read).every((each) => each.isWellFormed())).toBe(true)
        if (Object.keys(value).every((key) => key.isWellFormed())) expect(read).toEqual(repaired)
      }),
    )
  })

  it('of undefined is undefined', () => {
    expect(stringifyWellFormed(undefined)).toBeUndefined()
  })
})
