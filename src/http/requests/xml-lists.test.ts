import { describe, expect, it } from 'vitest'
import { emptyElement, hasEmptyElement, hasShape, Type, verbatim } from '../../kit/values/schema.ts'
import { parseXmlBody } from './xml-body.ts'
import { convertMemberLists, withLists } from './xml-lists.ts'

const scalars = Type.Array(Type.Integer())
const body = Type.Object({
  name: Type.String(),
  ids: scalars,
  perhaps: Type.Union([Type.Array(Type.Unknown()), Type.Null()]),
  one_or_many: Type.Union([Type.String(), Type.Array(Type.String())]),
  people: Type.Array(Type.Object({ id: Type.Integer(), ids: scalars })),
  grid: Type.Array(scalars),
  by_name: Type.Record(Type.String(), Type.Object({ ids: scalars })),
})

describe('a list of scalars in XML', () => {
  it.each<[string, string, unknown]>([
    ['as the text of its parent', '<ids>198</ids>', { ids: ['198'] }],
    ['as its one text', '<ids><text>198</text></ids>', { ids: ['198'] }],
    ['as texts', '<ids><text>1</text><text>2</text></ids>', { ids: ['1', '2'] }],
    ['as an item', '<ids><item>198</item></ids>', { ids: ['198'] }],
    ['where there may be none', '<perhaps>198</perhaps>', { perhaps: ['198'] }],
    ['an empty one', '<ids/><perhaps></perhaps><people/>', { ids: [], perhaps: [], people: [] }],
    ['an empty one within a list', '<people><item><ids/></item></people>', { people: [{ ids: [] }] }],
    [
      'within objects of a list',
      '<people><item><id>1</id><ids>2</ids></item></people>',
      { people: [{ id: '1', ids: ['2'] }] },
    ],
    ['within a list', '<grid><item>1</item></grid>', { grid: [['1']] }],
    ['under a name', '<by_name><a><ids>1</ids></a></by_name>', { by_name: { a: { ids: ['1'] } } }],
  ])('%s is parsed', (_, xml, read) => {
    expect(withLists(body, parseXmlBody(`<r>${xml}</r>`))).toEqual(read)
  })

  it.each([
    ['a text', '<name>198</name>'],
    ['what may be a text as well', '<one_or_many>198</one_or_many>'],
    ['an empty element that may be a text as well', '<one_or_many/><name/>'],
    ['a list of objects', '<people>198</people>'],
    ['a list of lists', '<grid>198</grid>'],
    ['an object in place of a list', '<ids><id>198</id></ids>'],
    ['an object with more than a text', '<ids>198<id>1</id></ids>'],
    ['what the schema does not know', '<other>198</other>'],
  ])('is not created from %s', (_, xml) => {
    const read = parseXmlBody(`<r>${xml}</r>`)
    expect(withLists(body, read)).toEqual(read)
  })

  it('may be the whole body', () => {
    expect(withLists(scalars, parseXmlBody('<r>198</r>'))).toEqual(['198'])
    expect(withLists(scalars, null)).toBeNull()
    expect(convertMemberLists(scalars, null)).toEqual([])
  })

  it('that is empty differs from a text if the schema requires it', () => {
    const marked = Type.Object({ value: Type.Optional(Type.Unknown(hasEmptyElement)), other: Type.Unknown() })
    const read = withLists(marked, parseXmlBody('<r><value/><other/></r>')) as Record<string, unknown>
    expect(read['value']).toBe(emptyElement)
    expect(read['other']).toBeNull()
  })

  it('is read by the shape of the input where the schema requires nothing', () => {
    const text = Type.String({ format: verbatim })
    const shape = Type.Union([Type.Object({ a: text }), Type.Array(Type.Object({ b: text }))])
    const read = (xml: string) =>
      withLists(Type.Object({ value: Type.Unknown(hasShape(shape)) }), parseXmlBody(`<r><value>${xml}</value></r>`))
    expect(read('<item><a/><b/></item>')).toEqual({ value: [{ a: null, b: '' }] })
    expect(read('<a/><b/>')).toEqual({ value: { a: '', b: null } })
    expect(read('1')).toEqual({ value: '1' })
  })

  it('is an empty text if the schema has a verbatim one or nothing', () => {
    const choice = Type.Union([Type.String({ format: verbatim }), Type.Null()])
    expect(withLists(Type.Object({ choice }), parseXmlBody('<r><choice/></r>'))).toEqual({ choice: '' })
  })
})
