import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBody } from './body.ts'
import { maxValues, readBoundedBody } from './bounded-body.ts'

const long = 'x'.repeat(70_000)
const json = 'application/json'
const xml = 'application/xml'
const form = 'application/x-www-form-urlencoded'

const read = async (type: string, text: string): Promise<unknown> => readBoundedBody(type, Buffer.from(text))

describe('a long body', () => {
  it('is parsed like a short one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const text = JSON.stringify([value, long])
        expect(await read(json, text)).toEqual(parseBody(json, Buffer.from(text)))
      }),
      { numRuns: 50 },
    )
    const document = `<r><a>1</a><a>é${long}</a><b c="2"/></r>`
    expect(await read(xml, document)).toEqual(parseBody(xml, Buffer.from(document)))
    expect(await read(form, `a=1&b=${long}`)).toEqual({ a: '1', b: long })
  })

  it.each([
    ['numbers', json, `[${'1,'.repeat(maxValues)}1]`],
    ['lists', json, `[${'[],'.repeat(maxValues)}[]]`],
    ['lists in lists', json, '['.repeat(2 * maxValues + 1)],
    ['members', json, `{${Array.from({ length: maxValues + 1 }, (_, i) => `"${i}":1`).join()}}`],
    ['pairs', form, 'a=1&'.repeat(maxValues + 1)],
    ['JSON in the type of a form', form, ` [${'1,'.repeat(maxValues)}1]`],
  ])('with too many values is rejected: %s', async (_, type, text) => {
    await expect(read(type, text)).rejects.toThrow(`A body can hold at most ${maxValues} values.`)
  })

  it('with too many elements or a too long tag is rejected', async () => {
    await expect(read(xml, `<r>${'<a/>'.repeat(30_000)}</r>`)).rejects.toThrow(
      'The document has more than 30000 elements',
    )
    const attributes = Array.from({ length: 30_000 }, (_, i) => `a${i}=""`).join(' ')
    await expect(read(xml, `<r ${attributes}/>`)).rejects.toThrow('A tag has more than 131072 characters')
  })

  it('may contain any text in strings, which do not count as values', async () => {
    const text = '[{,&<"'.repeat(20_000)
    expect(await read(json, JSON.stringify({ text }))).toEqual({ text })
    expect(await read(xml, `<r><text><![CDATA[${text}]]></text><b/></r>`)).toEqual({ text, b: null })
  })

  it('has the same errors as a short one', async () => {
    await expect(read(json, `["${long}",`)).rejects.toThrow('Syntax error')
    await expect(read(xml, `<r>${long}</s>`)).rejects.toThrow(/^Malformed XML\./)
    await expect(read('text/plain', long)).rejects.toThrow('Content type `text/plain` is not supported.')
  })
})
